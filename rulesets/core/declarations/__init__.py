"""What players are asked and what is stored: fields, their values as plain data, catalogues, house rules."""
