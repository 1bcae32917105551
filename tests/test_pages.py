import pytest

pytestmark = pytest.mark.django_db


def test_home_answers(client):
    assert client.get("/").status_code == 200
