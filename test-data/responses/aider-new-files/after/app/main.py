from app.greet import greet

greet()
