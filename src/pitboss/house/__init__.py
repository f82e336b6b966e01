"""The rules a house plays by: which texts were adopted, by whom, and which of them is in force
when. Pure.
"""
