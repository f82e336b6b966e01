"""What ``import pitboss`` offers: the engine's functions, taking names, cards and amounts as people
write them.
"""
