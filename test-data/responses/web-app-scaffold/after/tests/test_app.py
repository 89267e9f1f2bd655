import pytest

from app import create_app


@pytest.fixture
def client(tmp_path):
    return create_app(tmp_path / "test.db").test_client()


def test_lend_and_return(client):
    assert client.post("/loans", data={"title": "Dune", "borrower": "Ida"}).status_code == 302
    assert "Dune" in client.get("/").text
    assert client.post("/loans/1/return").json == {"ok": True}
    assert client.post("/loans/1/return").status_code == 404


@pytest.mark.parametrize("form", [{}, {"title": "Dune"}, {"title": " ", "borrower": "Ida"}])
def test_incomplete_loans_are_refused(client, form):
    assert client.post("/loans", data=form).status_code == 400