"""Plots for the reports."""

from pitboss.extras import need

need("plots")
