"""What ``import pitboss`` offers: the engine's functions, with names, cards and amounts as people
write them.
"""
