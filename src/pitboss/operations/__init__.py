"""Running an installation: settings, backups, moving a journal, checkpoints, logs, the doctor. No
rules of play here.
"""
