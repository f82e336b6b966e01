"""Plots for the reports."""
