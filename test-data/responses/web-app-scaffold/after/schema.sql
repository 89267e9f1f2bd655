CREATE TABLE IF NOT EXISTS loan (
    id          INTEGER PRIMARY KEY,
    title       TEXT NOT NULL,
    borrower    TEXT NOT NULL,
    lent_on     TEXT NOT NULL,
    returned_on TEXT
);
CREATE INDEX IF NOT EXISTS loan_open ON loan (returned_on) WHERE returned_on IS NULL;