local x = 1
print(x)
print(x + 1)
