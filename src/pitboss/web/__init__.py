"""The service: HTTP API, sign-in, live updates, the pages. No rule and no money arithmetic lives
here.
"""
