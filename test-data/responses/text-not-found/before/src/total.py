def total(lines):
	sum = 0
	for line in lines:
		sum += line.price
	return sum
