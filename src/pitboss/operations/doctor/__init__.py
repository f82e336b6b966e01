"""``pitboss doctor``: examines an installation and names the fix for everything that is wrong."""
