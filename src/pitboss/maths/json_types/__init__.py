"""Results of the mathematics in the form for programs: types whose fields are the fields of the
JSON.
"""
