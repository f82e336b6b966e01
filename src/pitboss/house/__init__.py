"""The rules a house plays by: which texts were adopted, by whom, and which is in force when.
Pure.
"""
