"""Endpoints for how programs and people prove who they are, beside passwords."""
