from text import slug


def main():
    print(slug("Hello World"))


if __name__ == "__main__":
    raise SystemExit(main())
