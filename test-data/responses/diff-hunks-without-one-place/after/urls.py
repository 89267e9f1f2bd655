routes = ["/items"]
