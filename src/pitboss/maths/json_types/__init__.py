"""Results of the mathematics as they are written: types whose fields are the fields of the JSON."""
