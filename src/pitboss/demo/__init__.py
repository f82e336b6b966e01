"""The demonstration's robots: players, dealers, supervisors and a shift manager who keep a floor
going for visitors.

Each acts under a name of its own and for nobody else. What one does next is a function of what lies
on the felt, who is there, and the time; ``floor`` asks them in turn.
"""
