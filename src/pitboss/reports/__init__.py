"""What managers and auditors ask of a journal: a day's play, what a jackpot consists of, whether
everything adds up, which rounds somebody was in (``rounds/``).

Reports only read. They hold figures; the shells above render them for people, as CSV or as JSON.
"""
