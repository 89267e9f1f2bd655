import os


def main():
    if os.getenv("DEBUG"):
        import pdb

    #     pdb.set_trace()
    run()
