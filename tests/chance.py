"""Random examples that are the same in every run, on every machine: what fails can be looked at
tomorrow, and nothing fails because a machine was busy.
"""

from hypothesis import HealthCheck, settings

STEADY = "steady"

settings.register_profile(
    STEADY,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
steady = settings.get_profile(STEADY)
