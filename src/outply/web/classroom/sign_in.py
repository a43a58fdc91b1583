"""Sign in by personal link, sign out, and manage one's own links and tokens."""

from __future__ import annotations

from starlette.responses import Response

from outply.classroom.accounts import credentials
from outply.classroom.accounts.credentials import LinkError, LinkProblem
from outply.web.classroom.access import RefusedError, cookie_name, is_secure
from outply.web.classroom.server import ClassRequest, redirect

TOO_MANY_ATTEMPTS = "too many sign-in attempts; wait ten minutes and try again"


def show_link(request: ClassRequest) -> Response:
    """Show a button for a sign-in link. Only the button uses the link up, because mail programs open links."""
    return request.page("sign_in", owner=_owner(request), action=f"/sign-in/{request.parameters['secret']}")


def use_link(request: ClassRequest) -> Response:
    """Sign in with a link: start a new session, never one that the browser brought along."""
    _owner(request)
    classroom, now = request.classroom, request.now
    try:
        person = credentials.redeem_link(classroom.database, request.parameters["secret"], now)
    except LinkError as error:
        request.server.metrics.count_sign_in_failure(error.problem.name.lower())
        raise RefusedError(403, str(error)) from None
    if request.visitor.session:
        credentials.end_session(classroom.database, request.visitor.session)
    days = classroom.settings.sign_in.session_days
    session = credentials.start_session(classroom.database, person.id, now, days)
    classroom.database.audit(now, person.key, "signed in", "link")
    response = redirect("/")
    set_session(request, response, session)
    return response


def _owner(request: ClassRequest) -> str:
    """Return the name of the owner of a link.

    Raises RefusedError if the link is not valid, or after too many attempts.
    """
    limiter = request.server.limiter
    if limiter.is_blocked(request.client, request.now):
        request.server.metrics.count_sign_in_failure("blocked")
        raise RefusedError(429, TOO_MANY_ATTEMPTS)
    try:
        return credentials.link_owner(request.classroom.database, request.parameters["secret"], request.now).name
    except LinkError as error:
        # Old links are not guesses, and many students of a classroom may have the same address.
        if error.problem is LinkProblem.UNKNOWN:
            limiter.record_failure(request.client, request.now)
        request.server.metrics.count_sign_in_failure(error.problem.name.lower())
        raise RefusedError(403, str(error)) from None


def set_session(request: ClassRequest, response: Response, session: str) -> None:
    """Set the cookie of a session. Scripts cannot read it, and other sites cannot send it with a form."""
    response.set_cookie(
        cookie_name(request.classroom),
        session,
        max_age=int(request.classroom.settings.sign_in.session_days * credentials.DAY_S),
        httponly=True,
        samesite="lax",
        secure=is_secure(request.classroom),
    )


def sign_out(request: ClassRequest) -> Response:
    """End the session."""
    credentials.end_session(request.classroom.database, request.visitor.session)
    response = redirect("/")
    response.delete_cookie(cookie_name(request.classroom), httponly=True, secure=is_secure(request.classroom))
    return response


def show_account(request: ClassRequest) -> Response:
    """Show the tokens of a person, and the form for the next sign-in link."""
    return request.page("account", tokens=credentials.list_tokens(request.classroom.database, request.person.id))


def create_link(request: ClassRequest) -> Response:
    """Issue the next sign-in link of the person, for another browser."""
    link = request.classroom.sign_in_link(request.person.id)
    request.classroom.database.audit(request.now, request.actor, "issued a sign-in link", request.person.key)
    return request.page("secret", title="Sign-in link", secret=link, back="/account", is_token=False)


def create_token(request: ClassRequest) -> Response:
    """Create a token for the command line and show it once."""
    title = request.form.fields.get("title", "")
    token = credentials.create_token(request.classroom.database, request.person.id, title, request.now)
    if token is None:
        raise RefusedError(409, f"you have {credentials.MAX_TOKENS} tokens; revoke one first")
    request.classroom.database.audit(request.now, request.actor, "created a token")
    return request.page("secret", title="Token", secret=token, back="/account", is_token=True)


def revoke_token(request: ClassRequest) -> Response:
    """Revoke a token of the person."""
    database = request.classroom.database
    if not credentials.revoke_token(database, request.person.id, request.number("token"), request.now):
        raise RefusedError(404, "there is no such token")
    database.audit(request.now, request.actor, "revoked a token")
    return redirect("/account")
