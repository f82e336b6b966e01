"""The archive: records that have left the database, in sealed and compressed files that are read in
place.
"""
