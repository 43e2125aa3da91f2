"""A person with a real Matrix client, matrix-nio: calls its methods by name, tells what it hears.

    nio-person.py HOMESERVER USER_ID PASSWORD PIPE

Each line of PIPE is `{"id": 1, "call": "room_send", "arguments": {…}}`. On standard output each line is
`{"ready": true}` after the login, `{"id": 1, "kind": "RoomSendResponse", "answer": {…}}`,
`{"room": "!…", "event": {…}}` or `{"invited": "!…"}`.
"""

import asyncio
import json
import sys

import nio

homeserver, user, password, pipe = sys.argv[1:5]


def tell(**fact):
    print(json.dumps(fact), flush=True)


def plain(answer):
    """What of an answer JSON can say."""
    return {name: value for name, value in vars(answer).items() if isinstance(value, (str, int, float, bool, list, dict))}


async def carry_out(client, order):
    arguments = order["arguments"]
    if "preset" in arguments:
        arguments["preset"] = nio.RoomPreset(arguments["preset"])
    try:
        answer = await getattr(client, order["call"])(**arguments)
        tell(id=order["id"], kind=type(answer).__name__, answer=plain(answer))
    except Exception as error:  # The test is told, whatever it is.
        tell(id=order["id"], kind=type(error).__name__, answer={"message": str(error)})


async def obey(client):
    loop = asyncio.get_running_loop()
    with open(pipe, encoding="utf-8") as orders:
        while line := await loop.run_in_executor(None, orders.readline):
            await carry_out(client, json.loads(line))


async def main():
    client = nio.AsyncClient(homeserver, user, config=nio.AsyncClientConfig(request_timeout=120))
    client.add_event_callback(
        lambda room, event: tell(room=room.room_id, event=event.source), (nio.Event, nio.BadEvent, nio.UnknownBadEvent)
    )

    def invited(room, event):
        if event.state_key == user:
            tell(invited=room.room_id)

    client.add_event_callback(invited, nio.InviteMemberEvent)
    answer = await client.login(password)
    if not isinstance(answer, nio.LoginResponse):
        sys.exit(f"no login: {answer}")
    await client.sync(timeout=0)
    tell(ready=True)
    await asyncio.gather(obey(client), client.sync_forever(timeout=30_000))


asyncio.run(main())
