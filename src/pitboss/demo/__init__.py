"""The demonstration's robots: players, dealers, supervisors and a shift manager who keep a floor
going for visitors.

Each acts under its own name and for nobody else. What a robot does next is a function of what lies
on the felt, who is there, and the time; ``floor`` asks them in turn.
"""
