"""Commands that start the service or talk to it: the one place that knows the command line and the
web alike.
"""
