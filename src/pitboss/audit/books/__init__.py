"""The auditor's books, which hold its own state of each stream: a book takes events one by one and
checks each against those before.
"""
