def slug(text):
    return text.lower().replace(" ", "-")


def words(text):
    return text.split()
