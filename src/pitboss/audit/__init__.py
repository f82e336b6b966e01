"""The auditor: recomputes everything a journal says, with independent code, and names the first
place that does not fit.

It may import the kernel, the journal's port and the types of events, but nothing that decides,
folds, settles or pays: an error there would only be repeated here. It reads the rulebooks' files
itself.
"""

from pitboss.audit.report import AuditReport, Discrepancy
from pitboss.audit.run import audit

__all__ = ["AuditReport", "Discrepancy", "audit"]
