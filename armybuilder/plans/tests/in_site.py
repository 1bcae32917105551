"""What the tests of the whole site have to know of armies compared."""

from tests.route_rows import Row, everybody, owner

ROUTES = (
    Row("plans:armies", "GET", everybody(200), "pebbles", limit="300 calculate"),
    Row("plans:armies_csv", "GET", everybody(404), "pebbles", limit="300 calculate"),
    Row("plans:armies_pdf", "GET", everybody(404), "pebbles", limit="20 print"),
    Row("plans:former", "GET", everybody(301), "pebbles"),
    Row("plans:match_armies", "GET", owner(200), "{match}", limit="300/1500 engage", seats=(200, 200)),
    Row("plans:plan", "GET", owner(403), "{match}", limit="60/480 game-plans", seats=(403, 403)),
    Row("plans:match_armies_csv", "GET", owner(200), "{match}", limit="300/1500 engage", seats=(200, 200)),
    Row("plans:match_armies_pdf", "GET", owner(200), "{match}", limit="20 print", seats=(200, 200)),
)
"""The addresses of comparisons, for the table of all."""
