"""Running an installation: settings, backups, moving a journal, checkpoints, logs, the doctor. No
rule lives here.
"""
