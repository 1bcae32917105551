# Functions of the scripts in this folder that test a deployment; they source it in the project's folder.

# Print a free port.
free_port() {
    python3 -c 'import socket; free = socket.create_server(("127.0.0.1", 0)); print(free.getsockname()[1])'
}

# Repeat a command every fifth of a second until it succeeds; fail with the message after that time: SECONDS MESSAGE COMMAND...
until_done() {
    tries=$(($1 * 5)) message=$2
    shift 2
    until "$@" >/dev/null 2>&1; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || { echo "$message" >&2; exit 1; }
        sleep 0.2
    done
}

# Print the mirror of Debian that this machine uses.
debian_mirror() {
    apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | head -n 1
}

# Let pip in a system's folder use a proxy whose certificate this machine trusts: FOLDER
trust_proxy() {
    install -D /etc/ssl/certs/ca-certificates.crt "$1/etc/certificates"
    printf '[global]\ncert = /etc/certificates\n' >"$1/etc/pip.conf"
}

# Print a token of a new account; the arguments are the site's manage.py command.
new_token() {
    "$@" shell --no-imports -c '
from django.contrib.auth.models import User
from armybuilder.api.models import Token, create_token
print(create_token(User.objects.create_user("alice"), "Test", Token.Scope.WRITE)[1])'
}

# Once the site responds, print the first game's example army as $token, with the function ask, into $work/pdf.
print_pdf() {
    until_done 120 "$1 does not answer." ask "$1/health/ready"
    api="$1/api/v1"
    game=$(ask "$api/games" | member '["games"][0]["game"]')
    ask "$api/games/$game/example" | member '["army"]' >"$work/example"
    army=$(ask -H "Authorization: Bearer $token" --json "@$work/example" "$api/armies" | member '["id"]')
    job=$(ask -H "Authorization: Bearer $token" -H 'Prefer: respond-async' --json '{}' "$api/armies/$army/documents" |
        member '["job"]')
    until_done 100 "$1 prints no PDF." \
        ask -H "Authorization: Bearer $token" -o "$work/pdf" "$api/armies/$army/documents/$job/file"
    [ "$(head -c 5 "$work/pdf")" = "%PDF-" ] || { echo "$1 prints something else than a PDF." >&2; exit 1; }
}

# Print a part of the JSON on standard input: text as it is, anything else as JSON.
member() {
    python3 -c "import json, sys; part = json.load(sys.stdin)$1
print(part if isinstance(part, str) else json.dumps(part))"
}
