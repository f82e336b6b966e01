"""Endpoints for the ways in which programs and people prove who they are, other than passwords."""
