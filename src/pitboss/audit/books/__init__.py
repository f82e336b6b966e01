"""What the auditor keeps of each stream: a book takes its events one by one and checks each against
those before.
"""
