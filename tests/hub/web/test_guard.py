"""Another site, another name and oversized or malformed requests are refused before anything happens."""

import asyncio
import json

import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from felt.fact import FloorCalled, HandOpened, StepConfirmed
from felt.situation import Step
from hub.views.status import AlertKind, AlertState
from tests.hub.views import pictures
from tests.hub.web.ask import Answer, ask
from tests.hub.web.conftest import Site

pytestmark = pytest.mark.asyncio(loop_scope="session")

PRESS = {"page": "dealer", "press": "press-0001", "fact": {"fact": "HandOpened"}}


async def post(site: Site, body: object, *, path: str = "/table/t1/tell", origin: str | None = "own") -> Answer:
    headers = {"content-type": "application/json"}
    if origin is not None:
        headers["origin"] = site.url if origin == "own" else origin
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return await ask(site.url, path, method="POST", body=content, headers=headers)


async def test_a_press_from_the_hubs_own_page_is_taken(site: Site) -> None:
    answer = await post(site, PRESS)
    assert answer.status == 200
    assert site.floor.told == [("t1", "page-dealer", HandOpened())]


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"])
async def test_a_press_from_elsewhere_is_refused(site: Site, origin: str | None) -> None:
    answer = await post(site, PRESS, origin=origin)
    assert answer.status == 403
    assert answer.error == "this did not come from a page of this hub"
    assert site.floor.told == []


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[::", "10.0.0.7"])
async def test_another_name_for_this_machine_is_refused(site: Site, host: str) -> None:
    answer = await ask(site.url, "/", headers={"host": host})
    assert answer.status in (400, 403)


async def test_a_socket_of_another_site_is_refused(site: Site) -> None:
    address = site.url.replace("http", "ws") + "/live/floor"
    with pytest.raises(InvalidStatus) as refused:
        async with connect(address, origin="http://evil.example"):  # type: ignore[arg-type]
            pass
    assert refused.value.response.status_code == 403
    with pytest.raises(InvalidStatus):
        async with connect(address):
            pass


async def test_a_socket_hears_whole_snapshots_and_may_not_speak(site: Site) -> None:
    address = site.url.replace("http", "ws") + "/live/table/t1"
    async with connect(address, origin=site.url) as socket:  # type: ignore[arg-type]
        first = json.loads(await socket.recv())
        assert first["view"]["state"] == "waiting"
        site.floor.show(pictures.status(pictures.FLOP))
        second = json.loads(await socket.recv())
        assert second["view"]["state"] == "betting-2"
        assert second["view"]["revision"] > first["view"]["revision"]
        await socket.send("hello")
        await socket.wait_closed()
        assert socket.close_code == 1003


async def test_a_change_that_shows_nothing_new_is_not_sent(site: Site) -> None:
    address = site.url.replace("http", "ws") + "/live/table/t1"
    async with connect(address, origin=site.url) as socket:  # type: ignore[arg-type]
        await socket.recv()
        site.floor.show(pictures.status(pictures.IDLE))
        site.floor.show(pictures.status(pictures.FLOP, number=2))
        site.floor.show(pictures.status(pictures.FLOP))
        heard = [json.loads(await socket.recv())]
        while "view" not in heard[-1]:
            heard.append(json.loads(await socket.recv()))
        assert heard[-1]["view"]["state"] == "betting-2"


async def test_a_socket_of_no_table_is_refused(site: Site) -> None:
    with pytest.raises(InvalidStatus):
        async with connect(site.url.replace("http", "ws") + "/live/table/t99", origin=site.url):  # type: ignore[arg-type]
            pass


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"{", "truncated"),
        (b"\xff\xfe", "malformed"),
        ({**PRESS, "fact": {"fact": "CardArrived"}}, "CardArrived"),
        ({**PRESS, "fact": {"fact": "TimePassed", "milliseconds": 1}}, "TimePassed"),
        ({**PRESS, "fact": {"fact": "HandOpened", "extra": 1}}, "extra"),
        ({**PRESS, "fact": {"fact": "SeatChanged", "seat": 11, "status": "away"}}, "seat"),
        ({**PRESS, "fact": {"fact": "RulingOverruled", "why": "no"}}, "floor page"),
        ({**PRESS, "fact": {"fact": "FactWithdrawn", "of": "a/b/1"}}, "last"),
        ({**PRESS, "fact": {"fact": "WatchChanged", "watching": True, "senses": []}}, "sense"),
        ({**PRESS, "page": "owner"}, "owner"),
        ({**PRESS, "press": "x"}, "press"),
        ({**PRESS, "more": 1}, "more"),
        ([], "object"),
    ],
)
async def test_what_no_page_says_is_named_and_refused(site: Site, body: object, words: str) -> None:
    answer = await post(site, body)
    assert answer.status == 400
    assert words in answer.error
    assert site.floor.told == []


async def test_unknown_things_are_404_in_json(site: Site) -> None:
    for path in ("/table/t99/tell", "/alert/none"):
        body = PRESS if path.startswith("/table") else {"press": "press-0001", "state": "resolved"}
        answer = await post(site, body, path=path)
        assert answer.status == 404
        assert "there is no" in answer.error
    for path in ("/table/t99", "/nothing", "/static/nothing.js", "/static/../app.py", "/static/%2e%2e/app.py"):
        answer = await ask(site.url, path)
        assert answer.status == 404, path
        assert answer.error
    assert (await ask(site.url, "/table/t1/tell")).status == 405


async def test_oversized_and_foreign_bodies_are_refused(site: Site) -> None:
    answer = await post(site, b"x" * 20_000)
    assert answer.status == 413
    headers = {"origin": site.url, "content-type": "text/plain"}
    answer = await ask(site.url, "/table/t1/tell", method="POST", body=b"page=dealer", headers=headers)
    assert answer.status == 415
    assert site.floor.told == []


async def test_a_body_of_no_stated_length_is_cut_off(site: Site) -> None:
    host, port = site.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    head = f"POST /table/t1/tell HTTP/1.1\r\nhost: {host}:{port}\r\norigin: {site.url}\r\n"
    writer.write(f"{head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n".encode())
    writer.write(b"1000\r\n" + b" " * 4096 + b"\r\n")
    writer.write(b"1000\r\n" + b" " * 4096 + b"\r\n")
    writer.write(b"1000\r\n" + b" " * 4096 + b"\r\n")
    await writer.drain()
    assert (await reader.readline()).startswith(b"HTTP/1.1 413")
    writer.close()
    await writer.wait_closed()
    assert site.floor.told == []


async def test_pages_forbid_foreign_content_and_frames(site: Site) -> None:
    for path in ("/", "/table/t1", "/static/js/floor.js", "/nothing"):
        headers = (await ask(site.url, path)).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


async def test_a_press_about_what_moved_on_is_refused(site: Site) -> None:
    site.floor.show(pictures.status(pictures.MISDEALT))
    confirm = {"page": "dealer", "fact": {"fact": "StepConfirmed", "step": "shuffle"}}
    for about in (None, "7/0", "6/1"):
        answer = await post(site, {**confirm, "press": f"press-{about}-1".replace("/", "-"), "about": about})
        assert answer.status == 409
        assert "no longer the current one" in answer.error
    assert site.floor.told == []
    answer = await post(site, {**confirm, "press": "press-0009", "about": "7/1"})
    assert answer.status == 200


async def test_an_answer_to_an_older_question_is_refused(site: Site) -> None:
    site.floor.show(pictures.status(pictures.COUNTING))
    fact = {"fact": "QuestionAnswered", "question": "round-open", "seat": 4, "value": "yes"}
    answer = await post(site, {**PRESS, "fact": fact, "about": "round-open/4"})
    assert answer.status == 409
    assert site.floor.told == []


async def test_an_alert_that_was_resolved_stays_so(site: Site) -> None:
    resolved = pictures.alert(AlertKind.CALL, name="c1", state=AlertState.RESOLVED)
    site.floor.show(pictures.status(pictures.FLOP, alerts=(resolved,)))
    late = await post(site, {"press": "press-0001", "state": "on-my-way", "by": "Nino"}, path="/alert/c1")
    assert (late.status, late.error) == (409, "Maria has resolved this already")
    again = await post(site, {"press": "press-0002", "state": "resolved", "by": "Maria"}, path="/alert/c1")
    assert again.status == 200
    reopened = await post(site, {"press": "press-0003", "state": "open"}, path="/alert/c1")
    assert reopened.status == 400


async def test_a_ruling_of_an_earlier_hand_is_not_overruled(site: Site) -> None:
    told = pictures.status(pictures.MISDEALT)
    site.floor.show(replace(told, picture=pictures.DEALING))
    fact = {"fact": "RulingOverruled", "why": "wrong"}
    answer = await post(site, {"page": "floor", "press": "press-0001", "fact": fact, "about": "7"})
    assert answer.status == 409
    assert site.floor.told == []


async def test_one_press_id_means_one_thing(site: Site) -> None:
    first, again = await asyncio.gather(post(site, PRESS), post(site, PRESS))
    assert first.body == again.body
    assert site.floor.told == [("t1", "page-dealer", HandOpened())]
    other = await post(site, {**PRESS, "fact": {"fact": "FloorCalled"}})
    assert other.status == 400
    await post(site, {**PRESS, "press": "press-0002", "fact": {"fact": "FloorCalled"}})
    assert [fact for _, _, fact in site.floor.told] == [HandOpened(), FloorCalled()]


async def test_a_press_that_failed_may_be_tried_again(site: Site) -> None:
    site.floor.full = True
    answer = await post(site, PRESS)
    assert answer.status == 503
    assert answer.error == "ledger: the disk is full"
    site.floor.full = False
    assert (await post(site, PRESS)).status == 200
    assert site.floor.told == [("t1", "page-dealer", HandOpened())]


async def test_a_stop_is_settled_only_while_it_is_shown(site: Site) -> None:
    press = {"page": "dealer", "fact": {"fact": "StepConfirmed", "step": "shuffle"}, "about": "stop/shuffle"}
    assert (await post(site, {**press, "press": "press-0101"})).status == 409
    site.floor.show(pictures.status(pictures.SORTED))
    assert (await post(site, {**press, "press": "press-0102"})).status == 200
    assert site.floor.told == [("t1", "page-dealer", StepConfirmed(Step.SHUFFLE))]
