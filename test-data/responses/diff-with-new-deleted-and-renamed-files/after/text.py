def slug(text):
    return text.strip().lower().replace(" ", "-")


def words(text):
    return text.split()
