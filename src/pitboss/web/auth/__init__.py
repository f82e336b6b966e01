"""Who is calling and what they may do: sessions, devices, passwords, throttling, permissions, the
security log.
"""
