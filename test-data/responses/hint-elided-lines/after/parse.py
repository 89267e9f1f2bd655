def parse(text):
    tokens = []
    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        tokens.append(line.split())
    return tokens


def render(tokens):
    return "\n".join(" ".join(token) for token in tokens)
