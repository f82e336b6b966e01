"""The archive: records that have left the database for sealed, compressed files, which are read in
place.
"""
