"""The pages of the sets of house rules."""

from dataclasses import replace
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Case, F, When
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.armies.access import own_army
from armybuilder.armies.conflicts import save_or_merge
from armybuilder.armies.inspector import HOUSE_RULES
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.reading import load_army, load_base, readable
from armybuilder.house_rules.access import deleted_sets, own_set, own_sets
from armybuilder.house_rules.forms import SetForm, SetNameForm
from armybuilder.house_rules.models import HouseRuleSet
from armybuilder.schema_forms.names import free_name
from armybuilder.site.claims import author_of, keep_claim, make_claim, new_token
from armybuilder.site.errors import error_page
from armybuilder.site.limits import limit
from armybuilder.site.pages import sent_number
from armybuilder.site.quotas import quota_transaction
from armybuilder.submissions.once import once
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset

MAX_SETS = 50
"""How many sets one user or browser may save for a game, and how many deleted ones can be restored."""


CHANGED_MEANWHILE = (
    "The set {} was saved elsewhere after you opened this page. Nothing was overwritten: reload the page to see it, "
    "or save yours under another name."
)


@once
def _store(
    request: HttpRequest,
    ruleset: AnyRuleset,
    name: str,
    rules: tuple[tuple[str, str], ...],
    back: str,
    changed: HouseRuleSet | None = None,
) -> HttpResponse:
    """Save a set for the visitor and redirect to ``back``.

    The ``changed`` set or one of the same name is replaced if it has the version that the page sent for it.
    """
    claim = make_claim(request)
    author, own = author_of(request, claim), own_sets(request, ruleset)
    with quota_transaction(f"house rules for {ruleset.slug}", author.key):
        same = next((each for each in own if name_key(each.name) == name_key(name)), None)
        if changed is not None:
            if same is not None and same != changed:
                return error_page(request, 409, f"You have another set called {name}. Choose a different name.")
            same = changed
        if same is not None:
            seen = own.filter(pk=same.pk, version=sent_number(request.POST, f"version-{same.pk}"))
            if not seen.update(name=name, rules=dict(rules), version=F("version") + 1):
                return error_page(request, 409, CHANGED_MEANWHILE.format(name))
        elif own.count() >= MAX_SETS:
            return error_page(request, 409, f"You have reached the limit of {MAX_SETS} sets for {ruleset.title}.")
        else:
            HouseRuleSet.objects.create(ruleset=ruleset.slug, name=name, rules=dict(rules), **author.columns)
    messages.success(request, f"{'Changed' if same else 'Saved'} the set {name}.")
    response = HttpResponseRedirect(back)
    keep_claim(response, claim)
    return response


def _game_page(ruleset: AnyRuleset) -> str:
    return reverse("house_rules:sets", args=[ruleset.slug])


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("house-rules")
def sets(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """List the visitor's sets for a game, with a form for another one, or to change the one that ``set`` names."""
    data = request.POST if request.method == "POST" else None
    key = (data or request.GET).get("set", "")
    changed = own_set(request, ruleset, key) if key else None
    name = SetNameForm(data, changed.name if changed else "")
    form = SetForm(ruleset, changed.rules if changed else {}, data)
    if data is not None and all([name.is_valid(), form.is_valid()]):
        return _store(request, ruleset, name.cleaned_data["name"], form.readings(), _game_page(ruleset), changed)
    context = {
        "ruleset": ruleset,
        "sets": list(own_sets(request, ruleset)),
        "name": name,
        "form": form,
        "changed": changed,
        "just_deleted": deleted_sets(request, ruleset).filter(pk=request.GET.get("deleted", "")).first(),
    }
    response = render(request, "house_rules/sets.html", context, status=200 if data is None else 422)
    keep_claim(response, make_claim(request))
    return response


@require_POST
@limit("house-rules")
def change(request: HttpRequest, ruleset: AnyRuleset, key: str) -> HttpResponse:
    """Share a set by a link, use it for new armies, or stop either; delete it or restore it."""
    do = request.POST.get("do")
    if do == "restore":
        return _restore(request, ruleset, key)
    rule_set = own_set(request, ruleset, key)
    stored = HouseRuleSet.objects.filter(pk=rule_set.pk)
    if do == "share":
        stored.filter(token="").update(token=new_token())
    elif do == "unshare":
        stored.update(token="")
    elif do == "usual":
        own_sets(request, ruleset).update(usual=Case(When(pk=rule_set.pk, then=True), default=False))
    elif do == "unusual":
        stored.update(usual=False)
    elif do == "delete":
        stored.update(deleted=timezone.now())
        too_old = deleted_sets(request, ruleset).values_list("pk", flat=True)[MAX_SETS:]
        HouseRuleSet.objects.filter(pk__in=list(too_old)).delete()
        return HttpResponseRedirect(f"{_game_page(ruleset)}?{urlencode({'deleted': rule_set.pk})}")
    else:
        return error_page(request, 400)
    return HttpResponseRedirect(_game_page(ruleset))


def _restore(request: HttpRequest, ruleset: AnyRuleset, key: str) -> HttpResponse:
    """Restore a deleted set; it gets a free name, and is not used for new armies if another set is."""
    rule_set = deleted_sets(request, ruleset).filter(pk=key).first()
    if rule_set is None:
        raise Http404
    others = own_sets(request, ruleset)
    with quota_transaction(f"house rules for {ruleset.slug}", author_of(request).key):
        if others.count() >= MAX_SETS:
            return error_page(request, 409, f"You have {MAX_SETS} sets for {ruleset.title}. Delete another first.")
        rule_set.name = _free_name(request, ruleset, rule_set.name)
        rule_set.usual = rule_set.usual and not others.filter(usual=True).exists()
        rule_set.deleted = None
        rule_set.save()
    messages.success(request, f"Restored the set {rule_set.name}.")
    return HttpResponseRedirect(_game_page(ruleset))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("house-rules")
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show a shared set, or save a copy of it."""
    rule_set = HouseRuleSet.objects.filter(token=token, deleted=None).exclude(token="").first()
    if rule_set is None:
        raise Http404
    try:
        ruleset = rule_set.game
    except KeyError:
        raise Http404 from None
    if request.method == "POST":
        return _store(
            request, ruleset, _free_name(request, ruleset, rule_set.name), rule_set.readings(), _game_page(ruleset)
        )
    return render(request, "house_rules/shared.html", {"ruleset": ruleset, "rule_set": rule_set})


def _free_name(request: HttpRequest, ruleset: AnyRuleset, name: str) -> str:
    """Return the name, with a number appended if the visitor has a set of that name."""
    return free_name(name, own_sets(request, ruleset).values_list("name", flat=True), NAME_LENGTH)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("house-rules")
@readable
def of_army(request: HttpRequest, address: str) -> HttpResponse:
    """List the sets that can be applied to an army, with a form that saves its house rules as a set."""
    army = own_army(request, address)
    loaded = load_army(army)
    name = SetNameForm(request.POST if request.POST.get("do") == "keep" else None)
    if request.method == "POST":
        if request.POST.get("do") == "apply":
            return _apply(request, army, own_set(request, loaded.ruleset, request.POST.get("set", "")))
        if name.is_valid():
            back = reverse("house_rules:army", args=[army.pk])
            return _store(request, loaded.ruleset, name.cleaned_data["name"], loaded.force.house_rules, back)
    context = {
        "army": army,
        "ruleset": loaded.ruleset,
        "played": HouseRules(loaded.ruleset.rulings, loaded.force.house_rules).changed(),
        "sets": list(own_sets(request, loaded.ruleset)),
        "name": name,
        "at": HOUSE_RULES,
    }
    return render(request, "house_rules/army.html", context, status=422 if request.method == "POST" else 200)


def _apply(request: HttpRequest, army: Army, rule_set: HouseRuleSet) -> HttpResponse:
    """Save the army with the house rules of a set as its next revision."""
    before = load_base(request, army)
    after = LoadedArmy(before.ruleset, replace(before.force, house_rules=rule_set.readings()))
    if after.force != before.force:
        response = save_or_merge(request, army, after, f"House rules: the set {rule_set.name}")
        if response:
            return response
    messages.success(request, f"This {before.ruleset.words.force} now plays by {rule_set.name}.")
    return HttpResponseRedirect(f"{army.get_absolute_url()}?at={HOUSE_RULES}")
