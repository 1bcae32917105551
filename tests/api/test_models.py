"""Personal tokens."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from armybuilder.api.models import TOKEN_PREFIX, USE_INTERVAL, Token, create_token, find_token


def test_of_a_token_only_the_hash_is_stored(person):
    token, secret = create_token(person, "Laptop", Token.Scope.READ)
    row = Token.objects.filter(pk=token.pk).values().get()
    assert secret.startswith(TOKEN_PREFIX)
    assert secret not in str(row)
    assert len(row["hash"]) == 64
    assert (find_token(secret), find_token(f"{secret}x"), find_token(row["hash"])) == (token, None, None)


def test_a_deleted_token_opens_nothing(person):
    token, secret = create_token(person, "Laptop", Token.Scope.WRITE)
    User.objects.update(is_active=False)
    assert find_token(secret) is None
    User.objects.update(is_active=True)
    assert find_token(secret) == token
    token.delete()
    assert find_token(secret) is None


def test_the_last_use_is_noted_every_now_and_then(person, django_assert_num_queries):
    token, secret = create_token(person, "Laptop", Token.Scope.READ)
    token.note_use()
    found = find_token(secret)
    assert found is not None
    assert found.last_used is not None
    with django_assert_num_queries(0):
        found.note_use()
    before = timezone.now() - USE_INTERVAL - timedelta(seconds=1)
    Token.objects.update(last_used=before)
    token.refresh_from_db()
    token.note_use()
    assert Token.objects.filter(last_used__gt=before).count() == 1
