def old_function():
   x = 1
   y = 2
   return x + y


def unused():
   pass


print(old_function())
