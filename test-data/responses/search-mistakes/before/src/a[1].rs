// brackets
