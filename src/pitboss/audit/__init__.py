"""The auditor: recomputes everything that a journal says, with code of its own, and names the first
place that does not fit.

It may import the kernel, the journal's port, and the types of events; nothing that decides, folds,
settles or pays, as an error there would then be made here again. It reads the rulebooks' files
itself.
"""

from pitboss.audit.report import AuditReport, Discrepancy
from pitboss.audit.run import audit

__all__ = ["AuditReport", "Discrepancy", "audit"]
