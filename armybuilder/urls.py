"""URLs of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path, register_converter

from armybuilder.games import views as games
from armybuilder.games.addresses import GameConverter
from armybuilder.site import errors, pages
from armybuilder.site.parts import all_parts

register_converter(GameConverter, "game")
# Staff sign in like everybody else, with the same rate limit, and with a passkey if they have one.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", games.home, name="home"),
    path("api/v1/", include("armybuilder.api.urls")),
    path("", include("armybuilder.operations.urls")),
    path("", include("armybuilder.offline.urls")),
    path("", include("armybuilder.search.urls")),
    path("", include("armybuilder.guide.urls")),
    path("theme", pages.choose_theme, name="theme"),
    path("", include("armybuilder.drawing.urls")),
    path("", include("armybuilder.sharing.urls")),
    path("", include("armybuilder.interchange.urls")),
    path("armies/", include("armybuilder.armies.urls")),
    path("", include("armybuilder.armies.history.urls")),
    path("", include("armybuilder.armies.suggestions.urls")),
    path("", include("armybuilder.printing.urls")),
    path("account/", include("armybuilder.accounts.urls")),
    path("account/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    # Parts come first: an address of theirs may look like that of a game's calculator.
    *(path("", include(part.urls)) for part in all_parts() if part.urls),
    path("", include("armybuilder.games.urls")),
    path("", include("armybuilder.calculators.urls")),
    path("", include("armybuilder.catalogue.urls")),
    path("", include("armybuilder.battlefields.urls")),
]

handler400 = errors.bad_request
handler403 = errors.permission_denied
handler404 = errors.page_not_found
handler500 = errors.server_error
