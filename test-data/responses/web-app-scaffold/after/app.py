"""shelf: who has my books?"""

import sqlite3
from datetime import date
from pathlib import Path

from flask import Flask, abort, g, jsonify, redirect, render_template, request, url_for

BASE = Path(__file__).parent


def create_app(database=BASE / "var" / "shelf.db"):
    app = Flask(__name__)
    app.config["DATABASE"] = str(database)

    @app.teardown_appcontext
    def close(_exc):
        db = g.pop("db", None)
        if db is not None:
            db.close()

    @app.get("/")
    def index():
        rows = connect(app).execute(
            "SELECT id, title, borrower, lent_on, returned_on FROM loan"
            " ORDER BY returned_on IS NOT NULL, lent_on DESC"
        )
        return render_template("index.html", loans=rows.fetchall())

    @app.post("/loans")
    def lend():
        title = request.form.get("title", "").strip()
        borrower = request.form.get("borrower", "").strip()
        if not title or not borrower:
            abort(400, "title and borrower are required")
        db = connect(app)
        db.execute(
            "INSERT INTO loan (title, borrower, lent_on) VALUES (?, ?, ?)",
            (title, borrower, date.today().isoformat()),
        )
        db.commit()
        return redirect(url_for("index"))

    @app.post("/loans/<int:loan_id>/return")
    def give_back(loan_id):
        db = connect(app)
        changed = db.execute(
            "UPDATE loan SET returned_on = ? WHERE id = ? AND returned_on IS NULL",
            (date.today().isoformat(), loan_id),
        ).rowcount
        db.commit()
        if not changed:
            abort(404)
        return jsonify(ok=True)

    return app


def connect(app):
    if "db" not in g:
        path = Path(app.config["DATABASE"])
        path.parent.mkdir(parents=True, exist_ok=True)
        g.db = sqlite3.connect(path)
        g.db.row_factory = sqlite3.Row
        g.db.executescript((BASE / "schema.sql").read_text())
    return g.db


if __name__ == "__main__":
    create_app().run(debug=True)