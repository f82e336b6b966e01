"""What managers and auditors ask a journal for: a day's play, what a jackpot consists of, whether
all adds up, which rounds somebody was in (``rounds/``).

Reports only read. They hold figures; the shells above write them for people, as CSV or as JSON.
"""
