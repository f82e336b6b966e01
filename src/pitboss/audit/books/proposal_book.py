"""The two-person rule on a link: one person proposes parameters or corrections and another
approves.
"""

from pitboss.audit.books.claim_book import SHIFT_MANAGER, check_post
from pitboss.audit.report import Misfit, fits
from pitboss.jackpot import events as e
from pitboss.jackpot.parameters import LinkParameters

UNITS = 10_000
MOST_CENTS = 10**13


class ProposalBook:
    """What has been proposed, and whether a second person has approved it."""

    def __init__(self) -> None:
        self._parameters: e.ParametersProposed | None = None
        self._approved = False
        self._correction: e.CorrectionProposed | None = None

    def parameters_proposed(self, event: e.ParametersProposed) -> None:
        check_post("who proposed parameters", event.by.post, SHIFT_MANAGER)
        if self._parameters is not None:
            raise Misfit("one proposal at a time", "none that waits", "another one")
        check_parameters(event.parameters)
        self._parameters, self._approved = event, False

    def parameters_approved(self, event: e.ParametersApproved) -> None:
        check_post("who approved parameters", event.by.post, SHIFT_MANAGER)
        if self._parameters is None or self._approved:
            raise Misfit("parameters are approved that were proposed", "a proposal", "none")
        if self._parameters.by.name == event.by.name:
            raise Misfit("parameters need two persons", "a second person", event.by.name)
        self._approved = True

    def parameters_taken(self, event: e.ParametersTookEffect) -> None:
        if self._parameters is None or not self._approved:
            raise Misfit(
                "parameters take effect that two persons agreed on",
                "an approved proposal",
                "none",
            )
        fits("the parameters that were approved", self._parameters.parameters, event.parameters)
        self._parameters, self._approved = None, False

    def withdrawn(self, event: e.ProposalWithdrawn) -> None:
        check_post("who withdrew a proposal", event.by.post, SHIFT_MANAGER)
        self._parameters = self._correction = None
        self._approved = False

    def correction_proposed(self, event: e.CorrectionProposed) -> None:
        check_post("who proposed a correction", event.by.post, SHIFT_MANAGER)
        if self._correction is not None or not event.amount or not event.note.strip():
            raise Misfit(
                "a correction has an amount and a note, one at a time", "such a one", event.amount
            )
        self._correction = event

    def corrected(self, event: e.LinkCorrected) -> None:
        proposed = self._correction
        if proposed is None:
            raise Misfit("a correction was proposed", "a proposal", "none")
        fits(
            "the correction that was proposed",
            (proposed.amount, proposed.reason, proposed.note, proposed.by),
            (event.amount, event.reason, event.note, event.proposed_by),
        )
        check_post("who approved the correction", event.approved_by.post, SHIFT_MANAGER)
        if event.approved_by.name == event.proposed_by.name:
            raise Misfit(
                "a correction needs two persons", "a second person", event.approved_by.name
            )
        self._correction = None


def check_parameters(parameters: LinkParameters) -> None:
    """Checks that amounts and rates make sense."""
    right = (
        0 <= parameters.reset <= MOST_CENTS
        and min(parameters.rate_bp, parameters.reserve_bp) >= 0
        and parameters.rate_bp + parameters.reserve_bp <= UNITS
        and (parameters.cap is None or max(parameters.reset, 1) <= parameters.cap <= MOST_CENTS)
        and parameters.verifiers in (1, 2)
    )
    if not right:
        raise Misfit(
            "the parameters of a link", "amounts, rates and verifiers that make sense", parameters
        )
