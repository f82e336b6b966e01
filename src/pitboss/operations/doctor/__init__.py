"""``pitboss doctor``: looks over an installation and names the fix for everything that is wrong."""
