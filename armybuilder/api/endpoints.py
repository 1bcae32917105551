"""Helpers for every endpoint: authentication, bodies, responses, errors and OpenAPI descriptions."""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from functools import wraps
from typing import Annotated, Any, Final, TypeVar

import orjson
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.core.paginator import Paginator
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from ninja import NinjaAPI, Query, Router, Schema
from ninja.decorators import decorate_view
from ninja.errors import ValidationError

from armybuilder.api.models import Token, find_token
from armybuilder.api.shapes import ProblemShape
from armybuilder.armies.documents import BadFile
from armybuilder.revisions.store import TooLarge
from armybuilder.site.errors import BODY, Refused, error_page, invalid_choice, problem_response
from armybuilder.site.limits import limit
from armybuilder.submissions.models import LIFETIME
from armybuilder.submissions.once import HEADER, ID, submission_id
from rulesets import BadInput
from rulesets.core.declarations.codec import CodecError, decode
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.declarations.problems import Problem

JSON: Final = "application/json"
NOT_FOUND: Final = "There is nothing at this address. See errors."
READING: Final = ("GET", "HEAD")
CHOICES: Final = ("game", "kind", "calculator", "format", "name", "ending")
"""Parameters of addresses whose values are one of a list; the others are looked up."""
USUAL_ERRORS: Final = {
    None: (400, 401, 404, 405, 422, 429, 503),
    Token.Scope.READ: (400, 401, 403, 404, 405, 422, 429, 503),
    Token.Scope.WRITE: (400, 401, 403, 404, 405, 409, 413, 422, 429, 503),
}
"""The errors of any endpoint, by the required scope of the token."""
BODY_ERRORS: Final = (413, 415)
"""The additional errors of endpoints that read a body."""

ASYNC: Final = "respond-async"
PREFER: Final = {
    "name": "Prefer",
    "in": "header",
    "description": f"{ASYNC}: answer with the job at once",
    "schema": {"enum": [ASYNC]},
}
"""The header of endpoints whose work may be a job, for the OpenAPI document."""
IDEMPOTENCY_KEY: Final = {
    "name": HEADER,
    "in": "header",
    "description": (
        "Your id for this request, for example a UUID. "
        f"For {LIFETIME.days} days, a repeated request with the same key and content creates nothing new: the answer "
        "is 303, and Location points to what the first request created. With different content, it is refused with 422"
    ),
    "schema": {"type": "string", "pattern": ID},
}
"""The header of endpoints that create something, for the OpenAPI document."""

MAX_PAGE_SIZE: Final = 500
PAGE = Annotated[int, Query(ge=1, le=100_000)]
SIZE = Annotated[int, Query(ge=1, le=MAX_PAGE_SIZE, description="Results per page")]

S = TypeVar("S")
View = Callable[..., HttpResponseBase]


def endpoint(
    router: Router,
    method: str,
    path: str,
    name: str,
    answers: Mapping[int, Any],
    *,
    limits: str = "api",
    scope: Token.Scope | None = None,
    body: Mapping[str, Any] | None = None,
    problems: tuple[int, ...] = (),
    described: Mapping[str, Any] | None = None,
    any_query: bool = False,
) -> Callable[[View], View]:
    """Register a view as the endpoint of that name, with a rate limit, a required ``scope`` and declared responses.

    ``limits`` is the name of its rate limit, ``answers`` are its shapes by status, ``problems`` its errors besides the
    usual ones, ``body`` the schema of its JSON body; ``described`` is added to the OpenAPI document as it is. Words of
    the query that are neither parameters of the view nor described are refused, unless the view reads ``any_query``.
    """
    extra = _document(body, described, scope)
    refusals = {*USUAL_ERRORS[scope], *problems, *(BODY_ERRORS if body is not None else ())}
    refusals |= {403} if method == "DELETE" else set()
    responses = {**dict.fromkeys(sorted(refusals), ProblemShape), **answers}

    def register(view: View) -> View:
        checked = _checked(view, method, path, extra, scope, any_query=any_query)
        decorate_view(limit(limits))(checked)
        router.api_operation(
            list(READING) if method == "GET" else [method],
            path,
            response=responses,
            operation_id=f"{name}-{method.lower()}",
            summary=(view.__doc__ or "").partition("\n")[0].rstrip("."),
            url_name=name,
            openapi_extra=extra,
        )(checked)
        return view

    return register


def _document(
    body: Mapping[str, Any] | None, described: Mapping[str, Any] | None, scope: Token.Scope | None
) -> dict[str, Any]:
    """What the OpenAPI document says of an endpoint besides its answers."""
    extra: dict[str, Any] = dict(described or {})
    if body is not None:
        content = {JSON: {"schema": dict(body)}, **extra.get("requestBody", {}).get("content", {})}
        extra["requestBody"] = {"required": True, "content": content}
    # Without a token, those that need none answer as to a stranger: an army of yours is then not there.
    extra["security"] = [{"PersonalToken": []}] if scope is not None else [{}, {"PersonalToken": []}]
    return extra


def _checked(
    view: View, method: str, path: str, extra: Mapping[str, Any], scope: Token.Scope | None, *, any_query: bool
) -> View:
    """The view behind checks of the query, the idempotency key and the token."""
    signature = inspect.signature(view, eval_str=True)
    described_names = (each["name"] for each in extra.get("parameters", ()) if each["in"] == "query")
    in_path = re.findall(r":(\w+)}", path)
    known = {*signature.parameters, *described_names} - {"request", *in_path}
    takes_key = IDEMPOTENCY_KEY in extra.get("parameters", ())

    @wraps(view)
    def wrapper(request: HttpRequest, **words: Any) -> HttpResponseBase:
        if not any_query:
            _refuse_unknown(request, known)
        # A key that others could guess is refused.
        if takes_key and HEADER in request.headers and not submission_id(request):
            wrong = Problem(HEADER, "send 20 to 64 letters, digits, hyphens and underscores, for example a UUID")
            raise Invalid((wrong,), {})
        if scope is not None:
            token = token_of(request)
            if scope == Token.Scope.WRITE:
                _refuse_reader(token)
        elif method == "DELETE":
            _refuse_reader(getattr(request, "api_token", None))
        return view(request, **words)

    # Evaluated here, because django-ninja would look up the names in this module.
    wrapper.__signature__ = signature  # type: ignore[attr-defined]
    return wrapper


def _refuse_unknown(request: HttpRequest, known: AbstractSet[str]) -> None:
    """Raise ``Invalid`` if the query has a word that means nothing here."""
    names = ", ".join(sorted(known)) or "none"
    unknown = [
        Problem(word, f"this is not a parameter of the endpoint. Its parameters are {names}")
        for word in request.GET
        if word not in known
    ]
    if unknown:
        raise Invalid(tuple(unknown), {})


def _refuse_reader(token: Token | None) -> None:
    if token is not None and not token.may_write:
        raise Refused(403, "This token is read-only. Create one that can also change data.")


def token_of(request: HttpRequest) -> Token:
    """The token that was sent; raises ``NoToken``."""
    token: Token | None = getattr(request, "api_token", None)
    if token is None:
        raise NoToken("Send a personal token as “Authorization: Bearer …”. Create one on your account page.")
    return token


class Unreadable(Refused):
    """The request cannot be read at all; ``path`` says whether it is the body or a header."""

    def __init__(self, status: int, words: str, path: str) -> None:
        """Keep all for the answer."""
        super().__init__(status, words)
        self.path = path


class Invalid(Exception):
    """The request has problems; ``rules`` are the rulings that they belong to, by path."""

    def __init__(self, problems: tuple[Problem, ...], rules: Mapping[str, str]) -> None:
        """Keep both for the answer."""
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems, self.rules = problems, rules


class NotFound(Http404):
    """An address names something that does not exist; ``problem`` says which parameter, and its possible values."""

    def __init__(self, problem: Problem) -> None:
        """Keep the problem for the answer."""
        super().__init__(str(problem))
        self.problem = problem


def one_of(path: str, word: str, words: Iterable[str]) -> str:
    """The parameter of an address; raises ``NotFound`` if it is none of these words."""
    choices = tuple(words)
    if word not in choices:
        raise NotFound(invalid_choice(path, word, choices))
    return word


def not_found_problem(path: str, word: str) -> Problem:
    """The problem of a parameter that names something that does not exist or that the visitor may not see."""
    return Problem(path, f"give something that exists and that you can see, not '{word[:NAME_LENGTH]}'")


def form_problems(form: BaseForm) -> Iterator[Problem]:
    """The problems of a query, as its form found them."""
    for name, messages in form.errors.items():
        for message in messages:
            yield Problem(form.add_prefix(name), str(message))


class NoToken(Exception):
    """A token is required, and no valid one was sent."""


def as_token_owner(view: View) -> View:
    """Wrap every view of the API: the visitor is the owner of the token, whatever the cookies say.

    Without a token the visitor is anonymous.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **words: Any) -> HttpResponseBase:
        # Another site's page could have a browser send its cookies along.
        request.COOKIES = {}
        request.user = AnonymousUser()
        try:
            _identify(request)
            response = view(request, *args, **words)
        except NoToken as refusal:
            response = _no_token(request, refusal)
        if response.status_code == 405 and not response.headers["Content-Type"].startswith("application/problem"):
            methods = ", ".join(sorted(response.headers["Allow"].split(", ")))
            response = problem_response(405, f"This address answers {methods}.")
            response.headers["Allow"] = methods
        if response.status_code == 204:
            del response.headers["Content-Type"]
        patch_vary_headers(response, ["Authorization"])
        if "Cache-Control" not in response.headers:
            add_never_cache_headers(response)
        return response

    return wrapper


def _identify(request: HttpRequest) -> None:
    header = request.headers.get("Authorization")
    if header is None:
        return
    kind, _, secret = header.partition(" ")
    token = find_token(secret.strip()) if kind.lower() == "bearer" else None
    if token is None:
        raise NoToken("This token is unknown or was revoked. Send another as “Authorization: Bearer …”, or none.")
    token.note_use()
    request.user = token.owner
    request.api_token = token  # type: ignore[attr-defined]


# --- bodies ------------------------------------------------------------------------------------------


def read_json(request: HttpRequest) -> Any:
    """The plain data of a request's body; raises ``Unreadable`` if it is not JSON, is nested too deeply or has NaN."""
    if request.content_type != JSON:
        raise Unreadable(
            415, f"Send “Content-Type: {JSON}”, not {(request.content_type or 'none')[:80]}.", "Content-Type"
        )
    try:
        return orjson.loads(read_body(request))
    except orjson.JSONDecodeError as error:
        raise Unreadable(400, f"The body is not JSON: {error}.", BODY) from None


def read_body(request: HttpRequest) -> bytes:
    """The body as it was sent; raises ``Unreadable`` for one that is too large."""
    try:
        return request.body
    except RequestDataTooBig:
        maximum = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024 // 1024
        raise Unreadable(413, f"The body is larger than the limit of {maximum} MB.", BODY) from None


def read_declared(request: HttpRequest, declaration: type[S]) -> S:
    """The body as a value of a declaration; raises ``CodecError`` and as ``read_json``."""
    return decode(declaration, read_json(request))


def is_async(request: HttpRequest) -> bool:
    """Whether the response should be the job at once (RFC 7240)."""
    return ASYNC in request.headers.get("Prefer", "")


# --- answers -----------------------------------------------------------------------------------------


def answer(data: Any, status: int = 200, **headers: str) -> HttpResponse:
    """A JSON response; underscores in the names of headers become hyphens."""
    text = data if isinstance(data, bytes) else orjson.dumps(data, default=Schema.model_dump)
    header_fields = {name.replace("_", "-"): value for name, value in headers.items()}
    return HttpResponse(text, status=status, content_type=JSON, headers=header_fields)


def invalid(problems: tuple[Problem, ...], rules: Mapping[str, str] | None = None) -> HttpResponse:
    """The response to a readable request with problems."""
    return problem_response(422, "The request is not valid. See errors.", problems, rules)


def answer_page(
    request: HttpRequest, name: str, rows: Any, page: int, size: int, plain: Callable[[Any], Any], **more: Any
) -> HttpResponse:
    """One page of rows as ``plain`` makes them, with how many there are, and a link to the next; none beyond the last.

    Rows of which ``plain`` makes ``None`` can no longer be read and are left out.
    """
    pages = Paginator(rows, size)
    rows_on_page = pages.get_page(page) if page <= pages.num_pages else ()
    items = [item for row in rows_on_page if (item := plain(row)) is not None]
    numbers = {"count": pages.count, "page": page, "pages": pages.num_pages}
    response = answer(numbers | more | {name: items})
    if page < pages.num_pages:
        query = request.GET.copy()
        query["page"] = str(page + 1)
        response.headers["Link"] = f'<{request.build_absolute_uri(f"?{query.urlencode()}")}>; rel="next"'
    return response


@contextmanager
def refuse_unreadable(what: str) -> Iterator[None]:
    """Turn errors of stored data into ``Refused`` when its game can no longer read it, and into ``Http404``."""
    try:
        yield
    except KeyError:
        raise Http404 from None
    except CodecError as error:
        raise Refused(409, f"This {what} was saved by another version of its game: {error}") from None


def _no_token(request: HttpRequest, refusal: NoToken) -> HttpResponse:
    response = problem_response(401, str(refusal), [Problem("Authorization", str(refusal))])
    response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    """A response with status 404; without ``NotFound`` its problem is the first parameter that is looked up."""
    words = request.resolver_match.kwargs if request.resolver_match else {}
    problems = (not_found_problem(name, str(word)) for name, word in words.items() if name not in CHOICES)
    problem = error.problem if isinstance(error, NotFound) else next(problems, None)
    return problem_response(404, NOT_FOUND, [problem]) if problem else error_page(request, 404)


def _wrong_parameters(request: HttpRequest, error: ValidationError) -> HttpResponse:
    # The first part says that it stood in the query.
    return invalid(tuple(Problem(".".join(map(str, each["loc"][1:])), each["msg"]) for each in error.errors))


def handle_errors(api: NinjaAPI) -> None:
    """Have the API turn exceptions of its views into problem responses."""
    handlers: dict[type[Exception], Callable[[HttpRequest, Any], HttpResponse]] = {
        NoToken: _no_token,
        Invalid: lambda request, error: invalid(error.problems, error.rules),
        BadInput: lambda request, error: invalid(error.problems),
        BadFile: lambda request, error: invalid(error.problems),
        CodecError: lambda request, error: invalid(error.problems),
        ValidationError: _wrong_parameters,
        Refused: lambda request, error: problem_response(error.status, str(error)),
        TooLarge: lambda request, error: problem_response(413, str(error)),
        PermissionDenied: lambda request, error: problem_response(403, str(error)),
        Unreadable: lambda request, error: problem_response(
            error.status, str(error), [Problem(error.path, str(error))]
        ),
        Http404: _not_found,
    }
    for kind, handler in handlers.items():
        api.add_exception_handler(kind, handler)
