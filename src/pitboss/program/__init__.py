"""Commands that start the service or talk to it: the only place that knows both the command line
and the web.
"""
