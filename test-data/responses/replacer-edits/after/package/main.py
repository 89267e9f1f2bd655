def new_function():
   result = 3
   return result





print(old_function())
