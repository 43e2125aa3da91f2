"""What is said in the pictures: by a real IRC connection, the Matrix client API, `crier mail-in`, and in a terminal."""

import json
import os
import pty
import re
import select
import socket
import subprocess
import time
import urllib.parse
import urllib.request

IRC_LINES = ["crier: set room format colour", "!headlines 3", '!alert add "vulnerability" -drill', "!headlines at 07:30 weekdays", "!quiz"]
MATRIX_LINES = ["headlines 3", "save 2 #later", "alert add vulnerability urgent"]
MAIL_LINES = "headlines 5"
CONSOLE_LINES = ["headlines 8", "story 8", "near Wellington 500km"]


class IRCChat:
    """Alice in #town. She joins before the bot does, so that she is the channel's operator."""

    def __init__(self, port):
        self.connection = socket.create_connection(("127.0.0.1", port))
        self.connection.settimeout(0.2)
        self.said, self.rest = [], b""
        self.send("NICK alice\r\nUSER alice 0 * :Alice")
        self.listen(30, " 001 ")
        self.send("JOIN #town")
        self.listen(30, " 366 ")

    def talk(self):
        """Lines as (nick, text with mIRC formatting)."""
        self.send("WHO crier")
        while not self.listen(1, "352 alice #town"):
            self.send("WHO crier")
        for line in IRC_LINES:
            self.said.append(("alice", line))
            self.send("PRIVMSG #town :" + line)
            self.listen(4)
        self.send("QUIT")
        return self.said

    def send(self, text):
        self.connection.sendall((text + "\r\n").encode())

    def listen(self, seconds, until=None):
        """Reads until nothing was said for `seconds`, or a line contains `until`; says whether one did."""
        last = time.monotonic()
        while time.monotonic() - last < seconds:
            try:
                self.rest += self.connection.recv(65536)
            except socket.timeout:
                continue
            *lines, self.rest = self.rest.split(b"\r\n")
            for line in (line.decode("utf-8", "replace") for line in lines):
                if line.startswith("PING"):
                    self.send("PONG" + line[4:])
                found = re.match(r":([^! ]+)![^ ]* PRIVMSG #town :(.*)", line)
                if found:
                    self.said.append((found[1], found[2]))
                    last = time.monotonic()
                if until and until in line:
                    return True
        return False


def matrix_chat(url):
    """Messages as (sender, HTML)."""
    def call(method, path, body=None, token=None):
        request = urllib.request.Request(url + "/_matrix/client/v3" + path, method=method)
        request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", "Bearer " + token)
        data = json.dumps(body if body is not None else {}).encode() if method != "GET" else None
        return json.load(urllib.request.urlopen(request, data, timeout=60))

    login = {"type": "m.login.password", "identifier": {"type": "m.id.user", "user": "alice"}, "password": "alice-password"}
    token = call("POST", "/login", login)["access_token"]
    bot = "@crier:" + call("GET", "/account/whoami", token=token)["user_id"].split(":")[1]
    created = call("POST", "/createRoom", {"preset": "trusted_private_chat", "is_direct": True, "invite": [bot]}, token)
    room = urllib.parse.quote(created["room_id"])

    def messages():
        events = call("GET", f"/rooms/{room}/messages?dir=f&limit=100", token=token)["chunk"]
        return [event for event in events if event["type"] == "m.room.message"]

    def wait(done, seconds=60):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if done():
                return
            time.sleep(0.3)
        raise TimeoutError("no answer on Matrix")

    wait(lambda: bot in call("GET", f"/rooms/{room}/joined_members", token=token)["joined"])
    time.sleep(2)
    for number, line in enumerate(MATRIX_LINES):
        before = len([event for event in messages() if event["sender"] == bot])
        call("PUT", f"/rooms/{room}/send/m.room.message/line{number}", {"msgtype": "m.text", "body": line}, token)
        wait(lambda: len([event for event in messages() if event["sender"] == bot]) > before)
        time.sleep(1)
    return [(event["sender"].split(":")[0][1:], event["content"].get("formatted_body") or escape(event["content"]["body"]))
            for event in messages()]


def mail_chat(crier, config, letters):
    """Subject and HTML of the answer to one mail."""
    mail = ("Return-Path: <alice@example.test>\nAuthentication-Results: mx.example.test; dmarc=pass header.from=example.test\n"
            "From: Alice <alice@example.test>\nTo: crier@example.test\nSubject: headlines\n"
            f"Message-ID: <picture.{time.time()}@example.test>\n\n{MAIL_LINES}\n")
    subprocess.run([crier, "mail-in", "--config", config, "--sender", "alice@example.test", "--recipient", "crier@example.test"],
                   input=mail.encode(), check=True)
    letter = letters.wait(1)
    return letter["subject"], letter.get_body(("html",)).get_content()


def console_chat(crier, root):
    """All that a terminal shows of `crier console --demo`, with its escape sequences."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(crier, [crier, "console", "--demo", "--data", root])
    shown = b""

    def listen(seconds, until=b""):
        """Reads until nothing was shown for `seconds` or, where it is given, `until` was shown."""
        nonlocal shown
        while select.select([terminal], [], [], seconds)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:
                return
            if until and until in shown:
                return

    listen(60, until=b"> ")
    for line in CONSOLE_LINES:
        os.write(terminal, line.encode() + b"\n")
        listen(2)
    # The end of the input.
    os.write(terminal, b"\x04")
    listen(2)
    os.close(terminal)
    os.waitpid(pid, 0)
    return shown.decode("utf-8", "replace").replace("\r\n", "\n")


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\n", "<br>")
