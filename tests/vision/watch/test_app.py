"""What the page's server answers, and to whom."""

import asyncio
import logging
import socket

import pytest

from felt.fault import ConfigFault
from hardware.board import load_board, saving
from tests.vision.watch.conftest import FELT, Room, ask
from vision.camera import Trouble, Verdict
from vision.watch.app import build_app
from vision.watch.guard import MAX_BODY
from vision.watch.server import served
from vision.watch.shutter import DEALT, NO_PICTURE

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_cards_are_told_with_their_corners_and_a_back_without_a_name(room: Room) -> None:
    status, state = await ask(room, "GET", "/state")
    assert status == 200
    assert [(card["place"], card["face"], card["card"]) for card in state["cards"]] == [
        ("board1", "up", "Kh"),
        ("seat3", "down", None),
        ("board2", "up", None),
    ]
    assert state["cards"][0]["corners"][0] == [455.0, 286.0]
    status, picture = await ask(room, "GET", "/picture")
    assert (status, picture[:2]) == (200, b"\xff\xd8")


async def test_while_a_hand_is_dealt_no_picture_no_card_and_no_change(room: Room) -> None:
    room.hidden = True
    assert await ask(room, "GET", "/picture") == (403, {"error": DEALT, "remedy": ""})
    _, state = await ask(room, "GET", "/state")
    assert (state["closed"], state["cards"]) == (DEALT, [])
    for path in ("/save-regions", "/save-calibration", "/save-felt"):
        assert (await ask(room, "POST", path, {}))[0] == 409
    assert room.begun_anew == 0


async def test_another_sites_page_gets_nothing(room: Room) -> None:
    assert (await ask(room, "GET", "/state", Host="table.example"))[0] == 403
    assert (await ask(room, "GET", "/state", Host="table.example@127.0.0.1"))[0] == 403
    assert (await ask(room, "POST", "/save-felt", {}, Origin="http://table.example"))[0] == 403
    assert (await ask(room, "POST", "/save-felt", {}, Origin="null"))[0] == 403
    assert (await ask(room, "POST", "/save-felt", {}, Content_Length=str(MAX_BODY + 1)))[0] == 413
    assert room.begun_anew == 0


async def test_regions_are_saved_in_millimetres(room: Room) -> None:
    drawn = [
        {"place": f"board{n}", "corners": [[n * 100, 50], [n * 100 + 80, 50], [n * 100 + 80, 170], [n * 100, 170]]}
        for n in range(1, 6)
    ]
    burn = {"place": "burn", "corners": [[700, 50], [800, 50], [800, 170], [700, 170]]}
    status, told = await ask(room, "POST", "/save-regions", [*drawn, burn])
    assert (status, told) == (200, {"said": "Saved 6 regions into board.toml."})
    camera = load_board(room.path).camera
    assert camera is not None
    assert camera.regions[0].corners == ((100.0, 50.0), (180.0, 50.0), (180.0, 170.0), (100.0, 170.0))
    assert room.begun_anew == 1


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ([{"place": "bord1", "corners": [[0, 0], [90, 0], [90, 120], [0, 120]]}], 422, "is not a place"),
        ([{"place": "board1", "corners": [[0, 0], [90, 0]]}], 422, "corners"),
        ([], 422, "sense 'board' is declared"),
        ({"place": "board1"}, 400, "not understood"),
        ([{"place": "board1", "corners": [[0, 0]] * 41}], 400, "not understood"),
    ],
)
async def test_regions_that_cannot_be_are_refused_and_the_file_stays(
    room: Room, body: object, status: int, words: str
) -> None:
    before = room.path.read_text()
    said, told = await ask(room, "POST", "/save-regions", body)
    assert said == status
    assert words in told["error"]
    assert room.path.read_text() == before


async def test_four_clicks_calibrate(room: Room) -> None:
    """A sheet of 640 x 360 mm fills the picture, half a millimetre a pixel: the regions of before lie outside."""
    corners = [[0, 0], [1280, 0], [1280, 720], [0, 720]]
    status, told = await ask(room, "POST", "/save-calibration", {"corners": corners, "width_mm": 640, "height_mm": 360})
    assert status == 422
    assert "leaves the picture" in told["error"]
    status, told = await ask(
        room, "POST", "/save-calibration", {"corners": corners, "width_mm": 1280, "height_mm": 720}
    )
    assert (status, told["said"]) == (
        200,
        "Saved. The clicked field covers 100% of the picture; the larger, the better.",
    )


@pytest.mark.parametrize(
    ("corners", "width", "words"),
    [
        ([[0, 0], [1280, 0], [0, 720], [1280, 720]], 640, "not the corners of a field"),
        ([[0, 0], [0, 720], [1280, 720], [1280, 0]], 640, "one way round"),
        ([[0, 0], [1280, 0], [1280, 720], [0, 720]], 5, "not understood"),
    ],
)
async def test_clicks_that_cannot_be(room: Room, corners: object, width: float, words: str) -> None:
    _, told = await ask(room, "POST", "/save-calibration", {"corners": corners, "width_mm": width, "height_mm": 360})
    assert words in told["error"]
    assert room.begun_anew == 0


async def test_the_empty_felt_is_kept_beside_the_board_file(room: Room) -> None:
    room.clear()
    status, told = await ask(room, "POST", "/save-felt", {})
    assert (status, told) == (200, {"said": "Kept as board-felt.png."})
    camera = load_board(room.path).camera
    assert camera is not None
    assert camera.felt is not None
    assert camera.felt.read_bytes()[:4] == b"\x89PNG"


async def refused_felt(room: Room) -> str:
    """What is said of a picture that is not the empty felt's; nothing of it stays anywhere."""
    before = room.path.read_bytes()
    status, told = await ask(room, "POST", "/save-felt", {})
    assert status == 422
    assert room.path.read_bytes() == before
    assert [file.name for file in room.path.parent.iterdir()] == [room.path.name]
    assert room.begun_anew == 0
    return str(told["error"])


async def test_a_felt_with_cards_on_it_is_not_kept_as_the_empty_one(room: Room) -> None:
    assert await refused_felt(room) == "3 cards lie on the felt: clear it first"
    room.clear()
    room.faces = 1
    assert await refused_felt(room) == "1 card lies on the felt: clear it first"


async def test_the_empty_felt_is_not_kept_while_something_moves(room: Room) -> None:
    """Of the first picture nobody knows; then a hand of 60 x 80 px comes in, and must have been gone for a while."""
    room.clear(1)
    assert "something moves" in await refused_felt(room)
    room.clear()
    hand = FELT.copy()
    hand[300:380, 500:560] = (120, 150, 200)
    room.scene.take(hand, ())
    assert "something moves" in await refused_felt(room)
    room.clear(1)
    assert "something moves" in await refused_felt(room)
    room.clear(3)
    assert (await ask(room, "POST", "/save-felt", {}))[0] == 200


async def test_a_board_that_ships_stays_as_it_is(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "BOARDS", room.path.parent)
    room.clear()
    assert "ships with Feltwire" in await refused_felt(room)
    before = room.path.read_bytes()
    clicks = {"corners": [[0, 0], [1280, 0], [1280, 720], [0, 720]], "width_mm": 1280, "height_mm": 720}
    burn = {"place": "burn", "corners": [[700, 50], [800, 50], [800, 170], [700, 170]]}
    for path, body in (("/save-calibration", clicks), ("/save-regions", [burn])):
        status, told = await ask(room, "POST", path, body)
        assert status == 422
        assert "ships with Feltwire" in told["error"]
        assert f"cp {room.path} table.toml" in told["remedy"]
    assert room.path.read_bytes() == before


BLACK = Verdict(usable=False, trouble=Trouble.BLACK)
MOVED = Verdict(usable=False, trouble=Trouble.SHIFTED)


@pytest.mark.parametrize("verdict", [BLACK, Verdict(usable=False), Verdict(usable=False, trouble=Trouble.FROZEN)])
async def test_a_picture_that_is_not_to_be_trusted_is_no_felt(room: Room, verdict: Verdict) -> None:
    for _ in range(4):
        room.scene.take(FELT, (), verdict)
    assert "not to be trusted" in await refused_felt(room)


async def test_a_felt_that_lies_elsewhere_than_in_its_picture_is_taken_anew(room: Room) -> None:
    for _ in range(4):
        room.scene.take(FELT, (), MOVED)
    assert (await ask(room, "POST", "/save-felt", {}))[0] == 200


async def test_a_camera_that_is_pulled_out_leaves_no_picture_behind(room: Room) -> None:
    """What stood there when it was pulled out is not what lies there now."""
    room.clear()
    room.scene.trouble = "unplugged: no picture for 1.5 s"
    room.scene.lose()
    status, told = await ask(room, "GET", "/state")
    assert (status, told["closed"], told["trouble"]) == (200, NO_PICTURE, room.scene.trouble)
    assert (await ask(room, "GET", "/picture"))[0] == 403
    assert (await ask(room, "POST", "/save-felt", {}))[0] == 409


async def test_clicks_into_a_picture_of_another_size_calibrate_nothing(room: Room) -> None:
    before = room.path.read_bytes()
    room.scene.take(FELT[::2, ::2], ())
    clicks = {"corners": [[0, 0], [640, 0], [640, 360], [0, 360]], "width_mm": 1280, "height_mm": 720}
    status, told = await ask(room, "POST", "/save-calibration", clicks)
    assert status == 422
    assert "that size only" in str(told["error"])
    assert room.path.read_bytes() == before


async def test_who_breaks_off_or_asks_for_a_socket_is_no_line_in_the_journal(room: Room) -> None:
    host = room.url.removeprefix("http://").rstrip("/")
    head = f"Host: {host}\r\nOrigin: http://{host}\r\n"
    said = Said()
    logging.getLogger("uvicorn.error").addHandler(said)
    try:
        for request in (
            f"POST /save-felt HTTP/1.1\r\n{head}Content-Length: 9\r\n\r\n{{",
            f"GET /picture HTTP/1.1\r\n{head}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        ):
            _, writer = await asyncio.open_connection(*host.split(":"))
            writer.write(request.encode())
            await writer.drain()
            writer.close()
        assert (await ask(room, "GET", "/state"))[0] == 200
    finally:
        logging.getLogger("uvicorn.error").removeHandler(said)
    assert said.lines == []


class Said(logging.Handler):
    """Keeps what a server complains of."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@pytest.mark.parametrize("port", [-1, 65_536, 10**9])
async def test_a_port_that_is_none_is_told(room: Room, port: int) -> None:
    with pytest.raises(ConfigFault, match=f"{port} is no port"):
        async with served(build_app(room.bench), port):
            pass


async def test_whoever_opens_the_page_as_soon_as_it_is_told_is_not_refused(room: Room) -> None:
    async with served(build_app(room.bench), 0) as url:
        host, port = url.removeprefix("http://").rstrip("/").split(":")
        socket.create_connection((host, int(port)), timeout=5).close()  # before the loop has turned once
