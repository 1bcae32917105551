"""Every address of the site and its answer to each kind of visitor: one row for each address and method.

Words in braces in ``words`` and ``sent`` are Alice's things (``test_routes.World``): {army}, {entry}, {job} ...;
secrets are known only to her and to whoever was given them: all others try a guess.
"""

from collections.abc import Iterator

from django.contrib import admin
from django.urls import URLPattern, URLResolver

from armybuilder.offline import engine
from tests.of_parts import of_parts
from tests.route_rows import Row, everybody, holders, owner, owners_token, signed_in, signed_out, staff, tokens

ENGINE = engine.runtime_address(next(engine.VENDOR.glob("pyodide-*")))
AT_FIRST = {"If-Match": '"1"'}
STONE = {"name": "Opal", "spec-weight": "7", "spec-surface": "rough"}

OURS = (
    Row("home", "GET", everybody(200)),
    Row("operations:ready", "GET", everybody(200), limit="120 health"),
    Row("operations:metrics", "GET", everybody(404)),
    Row("operations:robots", "GET", everybody(200)),
    Row("operations:security", "GET", everybody(404)),
    Row("operations:change_password", "GET", everybody(302)),
    Row("offline:manifest", "GET", everybody(200)),
    Row("offline:icon", "GET", everybody(200), "192"),
    Row("offline:service_worker", "GET", everybody(200)),
    Row("offline:engine_worker", "GET", everybody(200)),
    Row("offline:engine_parts", "GET", everybody(200)),
    Row("offline:engine_part", "GET", everybody(200), f"{ENGINE}/pyodide.mjs"),
    Row("offline:no_network", "GET", everybody(200)),
    Row("offline:forget", "POST", everybody(302)),
    Row("offline:game", "GET", everybody(200), "pebbles"),
    Row("offline:device", "GET", everybody(200)),
    Row("offline:army", "GET", owner(200), "{army}", example=403),
    Row("offline:edits", "POST", owner(400), "{army}", example=403, limit="600 edits"),
    Row("offline:shared", "GET", holders(200), "{token}", limit="120 shared"),
    Row("theme", "POST", everybody(302), sent={"theme": "dark"}),
    Row("drawing:symbol", "GET", everybody(200), "icon tank"),
    Row("search:everything", "GET", everybody(200), sent={"q": "stone"}, limit="240 lookups"),
    Row("search:game", "GET", everybody(200), "pebbles", {"q": "stone"}, limit="240 lookups"),
    Row("guide:contents", "GET", everybody(200)),
    Row("guide:whole", "GET", everybody(200)),
    Row("guide:page", "GET", everybody(200), "printing"),
    Row("guide:game", "GET", everybody(200), "pebbles"),
    # Games
    Row("games:game", "GET", everybody(200), "pebbles"),
    Row("games:card", "GET", everybody(200), "pebbles", limit="120/2400 unit-cards"),
    Row("games:reference", "GET", everybody(200), "pebbles"),
    Row("games:rules", "GET", everybody(200), "pebbles"),
    Row("games:rulings", "GET", everybody(200), "pebbles"),
    Row("calculators:switch-example", "GET", everybody(200), "pebbles wet_stones", limit="300 calculate"),
    Row("calculators:calculators", "GET", everybody(200), "pebbles"),
    Row("calculators:calculator", "GET", everybody(200), "pebbles skipping", limit="300 calculate"),
    Row("battlefields:battlefield", "GET", everybody(404), "pebbles", limit="120 battlefield"),
    Row("battlefields:battlefield_map", "GET", everybody(400), "pebbles", limit="120 battlefield"),
    Row("battlefields:battlefield_pdf", "GET", everybody(404), "pebbles", limit="20 print"),
    # Catalogue
    Row("catalogue:catalogue", "GET", everybody(200), "pebbles"),
    Row("catalogue:kind", "GET", everybody(200), "pebbles stone", limit="120 search"),
    Row("catalogue:entry", "GET", owner(200), "pebbles stone {entry}"),
    Row("armies:use-entry", "GET", owner(200), "pebbles stone {entry}", limit="600 edits"),
    Row("armies:use-entry", "POST", owner(302), "pebbles stone {entry}", limit="600 edits, 30 armies"),
    Row("armies:use-random-group", "GET", everybody(200), "pebbles", limit="600 edits"),
    Row("armies:use-random-group", "POST", everybody(302), "pebbles", limit="600 edits"),
    Row("catalogue:new", "GET", everybody(200), "pebbles stone", limit="60 own-entries"),
    Row("catalogue:new", "POST", everybody(302), "pebbles stone", STONE, limit="60 own-entries"),
    Row("interchange:paste", "GET", everybody(200), "pebbles stone", limit="30 own-tables"),
    Row(
        "interchange:paste",
        "POST",
        everybody(302),
        "pebbles stone",
        {"text": "Name,Weight\nA,1", "store": "1"},
        limit="30 own-tables",
    ),
    Row("interchange:table", "GET", everybody(200), "pebbles stone", limit="30 own-tables"),
    Row("interchange:game-system", "GET", everybody(200), "pebbles", limit="30 own-tables"),
    Row("interchange:catalogue-file", "GET", everybody(200), "pebbles", limit="30 own-tables"),
    Row("interchange:workbook", "GET", everybody(200), "pebbles stone", limit="30 own-tables"),
    Row("interchange:document", "GET", everybody(200), "pebbles stone", limit="30 own-tables"),
    Row("catalogue:edit", "GET", owner(200), "pebbles stone {entry}", limit="60 own-entries"),
    Row("catalogue:edit", "POST", owner(409), "pebbles stone {entry}", STONE, limit="60 own-entries"),
    Row("catalogue:delete", "POST", owner(302), "pebbles stone {entry}", limit="60 own-entries"),
    Row("catalogue:picture", "GET", owner(404), "pebbles stone {entry}", limit="30 pictures"),
    Row("catalogue:picture", "POST", owner(302), "pebbles stone {entry}", {"take_away": "1"}, limit="30 pictures"),
    Row("catalogue:collections", "GET", everybody(200), "pebbles", limit="30 collections"),
    Row("catalogue:collections", "POST", everybody(422), "pebbles", {"name": "A"}, limit="30 collections"),
    Row("catalogue:collection", "GET", holders(200), "{collection}", limit="120 shared"),
    Row("catalogue:collection-picture", "GET", everybody(404), "{collection} 0"),
    Row("catalogue:copy", "POST", holders(302), "{collection}", limit="60 own-entries"),
    Row("catalogue:withdraw", "POST", owner(302), "{collection}", limit="30 collections"),
    Row("catalogue:restore", "POST", everybody(404), "{collection}", limit="30 collections"),
    # Armies
    Row("armies:list", "GET", everybody(200), limit="120 search"),
    Row(
        "armies:arrange", "POST", owner(302), sent={"army": "{army}", "do": "archive"}, example=404, limit="60 arrange"
    ),
    Row("armies:new", "GET", everybody(200), "pebbles"),
    Row("armies:new", "POST", everybody(302), "pebbles", {"name": "A"}, limit="30 armies"),
    Row("interchange:import", "GET", everybody(200), limit="60 readings"),
    Row("interchange:import", "POST", everybody(400), sent={"text": "{}"}, limit="60 readings"),
    Row("interchange:import-job", "GET", owner(200), "{import}"),
    # Its file does not ask for a game.
    Row("interchange:import-game", "POST", everybody(404), "{import}", {"game": "mbt2020"}, limit="60 readings"),
    Row("interchange:cancel-import", "POST", owner(303), "{import}"),
    Row("armies:builder", "GET", owner(200), "{army}", example=200),
    Row(
        "armies:edit", "POST", owner(302), "{army} copy-unit", {"head": 1, "unit": "u2"}, example=403, limit="600 edits"
    ),
    Row("armies:undo", "POST", owner(302), "{army}", {"head": 1}, example=403, limit="600 edits"),
    Row("armies:redo", "POST", owner(302), "{army}", {"head": 1}, example=403, limit="600 edits"),
    Row("armies:versions", "GET", owner(200), "{army} 2", example=403),
    Row(
        "armies:resolve", "POST", owner(302), "{army}", {"head": 1, "choice": "theirs"}, example=403, limit="600 edits"
    ),
    Row("history:history", "GET", owner(200), "{army}", example=200),
    Row("history:compare", "GET", owner(200), "{army}", example=200),
    Row("history:restore", "POST", owner(302), "{army} 1", {"head": 1}, example=403, limit="600 edits"),
    Row("suggestions:complete", "GET", owner(200), "{army} g1", example=403, limit="60 suggestions"),
    Row("suggestions:complete", "POST", owner(409), "{army} g1", {"head": 1}, example=403, limit="60 suggestions"),
    Row("suggestions:fix", "GET", owner(404), "{army} 7", example=403, limit="60 suggestions"),
    Row("suggestions:fix", "POST", owner(404), "{army} 7", {"head": 1}, example=403, limit="60 suggestions"),
    Row("suggestions:fix-all", "GET", owner(200), "{army}", example=403, limit="20 plans"),
    Row("suggestions:fix-all", "POST", owner(409), "{army}", {"head": 1}, example=403, limit="20 plans"),
    Row("suggestions:random", "GET", owner(200), "{army}", example=403, limit="60 suggestions"),
    Row("suggestions:random", "POST", owner(409), "{army}", {"head": 1}, example=403, limit="60 suggestions"),
    Row("suggestions:random-new", "GET", everybody(200), "pebbles", limit="60 suggestions"),
    Row("suggestions:random-new", "POST", everybody(409), "pebbles", limit="60 suggestions"),
    Row(
        "armies:change-picture",
        "POST",
        owner(302),
        "{army}",
        {"part": "u2", "take_away": "1"},
        example=403,
        limit="30 pictures",
    ),
    Row("armies:picture", "GET", owner(200), "{army} the-army", example=200),
    Row("armies:copy", "POST", owner(302), "{army}", example=302, limit="30 armies"),
    Row("armies:tonight", "GET", owner(200), "{army}", example=200, limit="60 suggestions"),
    Row("armies:tonight", "POST", owner(302), "{army}", {"unit": "u2"}, example=302, limit="60 suggestions, 30 armies"),
    Row("armies:delete", "POST", owner(302), "{army}", example=403, limit="600 edits"),
    Row("armies:restore", "POST", owner(302), "{army}", example=404, limit="600 edits"),
    Row("interchange:export", "GET", owner(200), "{army}", example=200, limit="60/240 army-files"),
    Row("interchange:format", "GET", owner(200), "{army} opponent", example=200, limit="60/240 army-files"),
    *(
        Row(
            "interchange:format",
            "GET",
            owner(200),
            f"{{army}} {slow}",
            example=200,
            limit="60/240 army-files, 15/60 slow-army-files",
        )
        for slow in ("xlsx", "rosz", "ros")
    ),
    Row("interchange:files", "GET", owner(200), "{army}", example=200, limit="15/60 slow-army-files"),
    Row("interchange:file-format", "GET", everybody(200), "pebbles"),
    Row("interchange:schema", "GET", everybody(200), "pebbles"),
    # Sharing
    Row("sharing:manage", "GET", owner(200), "{army}", example=403, limit="30 links"),
    Row("sharing:manage", "POST", owner(302), "{army}", {"shows": "live"}, example=403, limit="30 links"),
    Row("sharing:live-link", "POST", owner(302), "{army}", example=403, limit="30 links"),
    Row("sharing:army-picture", "GET", owner(200), "{army}", example=200, limit="120 shared"),
    Row("sharing:army-strip", "GET", owner(200), "{army}", example=200, limit="120 shared"),
    Row("sharing:revoke", "POST", owner(302), "{army} {token}", limit="30 links"),
    Row("sharing:restore", "POST", everybody(404), "{army} {token}", limit="30 links"),
    Row("sharing:shared", "GET", holders(200), "{token}", limit="120 shared"),
    Row("sharing:preview", "GET", holders(200), "{token}", limit="120 shared"),
    Row("sharing:picture", "GET", holders(200), "{token} the-army"),
    Row("sharing:qr", "GET", holders(200), "{token}", limit="120 shared"),
    Row("sharing:copy", "POST", holders(302), "{token}", limit="30 armies"),
    Row("sharing:keep", "POST", holders(302), "{token}", limit="30 links"),
    Row("sharing:opponents", "GET", everybody(200)),
    Row("sharing:forget", "POST", (404, 404, 404, 302, 404), "{token}", limit="30 links"),
    # Printing
    Row("printing:choose", "GET", owner(200), "{army}", example=200),
    Row("printing:choose", "POST", owner(400), "{army}", {"paper": "a7"}, example=400, limit="20 print"),
    Row("printing:preview", "GET", owner(200), "{army}", example=200, limit="90 preview"),
    Row("printing:preview", "POST", owner(200), "{army}", {"paper": "a7"}, example=200, limit="90 preview"),
    Row("printing:card", "GET", owner(200), "{army} u2", example=200, limit="120/2400 unit-cards"),
    Row("printing:entry-card", "GET", everybody(200), "pebbles stone", STONE, limit="120/2400 unit-cards"),
    Row("printing:entry-card", "GET", owner(200), "pebbles stone", {"entry": "{entry}"}, limit="120/2400 unit-cards"),
    Row("printing:entry-card", "POST", everybody(200), "pebbles stone", STONE, limit="120/2400 unit-cards"),
    Row("printing:save", "POST", owner(303), "{army}", {"name": "Labels"}, example=303, limit="30 setups"),
    Row("printing:reprint", "POST", owner(400), "{army} {setup}", limit="20 print"),
    Row("printing:delete_setup", "POST", owner(303), "{army} {setup}"),
    Row("printing:shared", "GET", holders(200), "{token}", limit="20 print"),
    Row("printing:preview_style", "GET", everybody(404), "0000"),
    Row("printing:job", "GET", owner(200), "{army} {job}"),
    Row("printing:cancel", "POST", owner(303), "{army} {job}"),
    Row("printing:file", "GET", owner(404), "{army} {job}"),
    # API
    Row("api:browse", "GET", everybody(200)),
    Row("api:openapi", "GET", everybody(200)),
    Row("api:games", "GET", everybody(200), limit="600 api"),
    Row("api:game", "GET", everybody(200), "pebbles", limit="600 api"),
    Row("api:example", "GET", everybody(200), "pebbles", limit="600 api"),
    Row("api:entries", "GET", everybody(200), "pebbles stone", limit="120 search"),
    Row("api:entry", "GET", owner(200), "pebbles stone {entry}", limit="600 api"),
    Row("api:calculator", "GET", everybody(200), "pebbles skipping", limit="600 api"),
    Row("api:answer", "POST", everybody(200), "pebbles skipping", limit="300 calculate"),
    Row("api:answers", "POST", everybody(200), "pebbles skipping", {"questions": [{}]}, limit="20 calculate-many"),
    Row(
        "api:results",
        "POST",
        everybody(422),
        "pebbles",
        {"record": {}, "calculator": "skipping", "own": "u2"},
        limit="300 calculate",
    ),
    Row("api:check", "POST", everybody(200), "pebbles", {"ruleset": "pebbles"}, limit="60 readings"),
    Row("api:armies", "GET", tokens(200), limit="600 api"),
    Row("api:armies", "POST", tokens(201), sent={"ruleset": "pebbles"}, limit="30 armies"),
    Row("api:import", "GET", owners_token(200), "{import}", limit="600 api"),
    Row("api:import", "POST", owners_token(409), "{import}", limit="30 armies"),
    Row("api:import", "DELETE", owners_token(204), "{import}", limit="30 armies"),
    Row("api:army", "GET", owner(200), "{army}", example=200, limit="600 api"),
    Row("api:army", "PUT", owners_token(200), "{army}", {"ruleset": "pebbles"}, limit="600 edits", headers=AT_FIRST),
    Row("api:army", "DELETE", owners_token(204), "{army}", limit="600 edits"),
    Row("api:revisions", "GET", owner(200), "{army}", example=200, limit="600 api"),
    Row("api:revision", "GET", owner(200), "{army} 1", example=200, limit="600 api"),
    Row("api:file", "GET", owner(200), "{army} text", example=200, limit="60/240 army-files"),
    Row("api:file", "GET", owner(200), "{army} xlsx", example=200, limit="60/240 army-files, 15/60 slow-army-files"),
    Row("api:edit", "POST", owners_token(200), "{army} add-group", limit="600 edits", headers=AT_FIRST),
    Row("api:links", "GET", owners_token(200), "{army}", limit="600 api"),
    Row("api:links", "POST", owners_token(201), "{army}", limit="30 links"),
    Row("api:link", "GET", owners_token(200), "{army} {token}", limit="600 api"),
    Row("api:link", "DELETE", owners_token(204), "{army} {token}", limit="30 links"),
    Row("api:shared", "GET", holders(200), "{token}", limit="120 shared"),
    Row("api:documents", "POST", owner(422), "{army}", {"paper": "a7"}, example=422, limit="20 print"),
    Row("api:document", "GET", owner(200), "{army} {job}", limit="600 api"),
    Row("api:document", "DELETE", owner(204), "{army} {job}", limit="20 print"),
    Row("api:document-file", "GET", owner(404), "{army} {job}", limit="600 api"),
    Row("api:chart-picture", "GET", everybody(200), "pebbles skipping 1 svg", limit="300 calculate"),
    Row("api:card-picture", "GET", owner(200), "{army} u2 svg", example=200, limit="120/2400 unit-cards"),
    Row("api:map-picture", "GET", everybody(404), "pebbles svg", {"seed": "1"}, limit="120 battlefield"),
    # Accounts
    Row("accounts:home", "GET", signed_in(200)),
    Row("accounts:export", "GET", signed_in(200), limit="5 export"),
    Row("accounts:tokens", "GET", signed_in(200)),
    # The password is asked for first; tests/accounts has what follows.
    Row("accounts:tokens", "POST", everybody(302), sent={"name": "Laptop", "scope": "read"}, limit="30 tokens"),
    Row("accounts:delete", "GET", everybody(302)),
    Row("accounts:delete", "POST", everybody(302)),
)

LIBRARYS = (
    Row("account_login", "GET", signed_out(200)),
    Row("account_signup", "GET", signed_out(200)),
    Row("account_logout", "GET", signed_in(200)),
    Row("account_inactive", "GET", everybody(200)),
    Row("account_reauthenticate", "GET", signed_in(200)),
    Row("account_email", "GET", signed_in(200)),
    Row("account_email_verification_sent", "GET", everybody(200)),
    Row("account_confirm_email", "GET", everybody(200), "guessed"),
    Row("account_change_password", "GET", signed_in(200)),
    Row("account_set_password", "GET", everybody(302)),
    Row("account_reset_password", "GET", everybody(200)),
    Row("account_reset_password_done", "GET", everybody(200)),
    Row("account_reset_password_from_key", "GET", everybody(200), "1 set-guessed"),
    Row("account_reset_password_from_key_done", "GET", everybody(200)),
    Row("account_confirm_login_code", "GET", everybody(302)),
    Row("mfa_index", "GET", signed_in(200)),
    Row("mfa_authenticate", "GET", everybody(302)),
    Row("mfa_reauthenticate", "GET", everybody(302)),
    Row("mfa_view_recovery_codes", "GET", signed_in(404)),
    Row("mfa_generate_recovery_codes", "GET", everybody(302)),
    Row("mfa_download_recovery_codes", "GET", signed_in(404)),
    Row("mfa_list_webauthn", "GET", signed_in(200)),
    Row("mfa_add_webauthn", "GET", everybody(302)),
    Row("mfa_reauthenticate_webauthn", "GET", everybody(302)),
    Row("mfa_remove_webauthn", "GET", everybody(302), "0"),
    Row("mfa_edit_webauthn", "GET", everybody(302), "0"),
    Row("mfa_login_webauthn", "GET", everybody(302)),
    Row("usersessions_list", "GET", signed_in(200)),
)


def _admins() -> Iterator[Row]:
    """The admin's own pages, and five of each model that it shows."""
    yield Row("admin:index", "GET", staff(200))
    yield Row("admin:login", "GET", (302, 403, 403, 302, 302))
    yield Row("admin:logout", "POST", staff(200))
    yield Row("admin:password_change", "GET", staff(200))
    yield Row("admin:password_change_done", "GET", staff(200))
    yield Row("admin:autocomplete", "GET", staff(403))
    yield Row("admin:jsi18n", "GET", staff(200))
    yield Row("admin:view_on_site", "GET", staff(404), "0 0")
    yield Row("admin:app_list", "GET", staff(200), "auth")
    yield Row("admin:auth_user_password_change", "GET", staff(200), "{user}")
    yield Row("admin/(?P<url>.*)$", "GET", staff(404), "/admin/nonesuch")
    for model in admin.site._registry:
        label = f"{model._meta.app_label}_{model._meta.model_name}"
        of_one = everybody(302)
        yield Row(f"admin:{label}_changelist", "GET", staff(200))
        yield Row(f"admin:{label}_add", "GET", staff(OWNERS_ALONE.get(label, 200)))
        yield Row(f"admin:{label}_history", "GET", of_one, "0")
        yield Row(f"admin:{label}_delete", "GET", staff(OWNERS_ALONE.get(label, 302)), "0")
        yield Row(f"admin:{label}_change", "GET", of_one, "0")
        path = f"admin/{model._meta.app_label}/{model._meta.model_name}/"
        yield Row(f"{path}<path:object_id>/", "GET", of_one, f"/{path}0/")


OWNERS_ALONE = {"armies_army": 403} | {name: 403 for names in of_parts("OWNERS_ALONE") for name in names}
"""Models that staff neither add nor delete."""
ROUTES: tuple[Row, ...] = (*OURS, *(row for rows in of_parts("ROUTES") for row in rows), *LIBRARYS, *_admins())


def patterns(resolver: URLResolver, path: str = "", space: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every address with its name, or where it has none with its pattern."""
    for each in resolver.url_patterns:
        here = path + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from patterns(each, here, f"{space}{each.namespace}:" if each.namespace else space)
        else:
            yield (f"{space}{each.name}" if each.name else here), each
