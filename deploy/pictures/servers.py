"""The servers of the pictures: sample feeds by HTTP, InspIRCd, Synapse, and a mail server that stores what it gets."""

import datetime
import email
import email.policy
import http.server
import json
import os
import re
import socket
import subprocess
import threading
import time
import urllib.request

from aiosmtpd.controller import Controller

MATRIX_NAME = "example.test"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for_port(port, seconds=60):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"nothing listens on port {port}")


class Letters:
    """Stores each mail that arrives."""

    def __init__(self):
        self.received = []

    async def handle_DATA(self, server, session, envelope):
        self.received.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 stored"

    def wait(self, count, seconds=60):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if len(self.received) >= count:
                return self.received[count - 1]
            time.sleep(0.1)
        raise TimeoutError("no answer by mail")


class Servers:
    """Starts everything on enter and stops it on exit."""

    def __init__(self, folder, root):
        self.folder, self.root, self.children = folder, root, []
        self.irc_port, self.matrix_port = free_port(), free_port()
        self.matrix_url = f"http://127.0.0.1:{self.matrix_port}"
        self.letters = Letters()

    def __enter__(self):
        try:
            self.start_web()
            self.start_irc()
            self.start_matrix()
            self.mail = Controller(self.letters, hostname="127.0.0.1", port=free_port())
            self.mail.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for child in self.children:
            child.kill()
            child.wait()
        if hasattr(self, "web"):
            self.web.shutdown()
        if hasattr(self, "mail"):
            self.mail.stop()

    def path(self, name, text=None):
        path = os.path.join(self.folder, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return path

    def start_web(self):
        """Serves data/sample-news with its ages turned into dates."""
        web = os.path.join(self.folder, "web")
        os.mkdir(web)
        self.feeds = []
        source = os.path.join(self.root, "data", "sample-news")
        for name in sorted(name for name in os.listdir(source) if name.endswith(".json")):
            with open(os.path.join(source, name), encoding="utf-8") as file:
                feed = json.load(file)
            if feed.get("language", "en") != "en":
                continue
            for item in feed["items"]:
                item["date_published"] = date_of(item["date_published"])
            with open(os.path.join(web, name), "w", encoding="utf-8") as file:
                json.dump(feed, file)
            self.feeds.append((name, feed["title"], feed["_crier"]["category"]))
        self.feed_count = len(self.feeds)

        class Quiet(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *arguments):
                super().__init__(*arguments, directory=web)

            def log_message(self, *_):
                pass

        self.web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
        threading.Thread(target=self.web.serve_forever, daemon=True).start()

    def start_irc(self):
        modules = ["cap", "ircv3", "ircv3_batch", "ircv3_echomessage", "ircv3_labeledresponse", "ircv3_msgid",
                   "ircv3_ctctags", "ircv3_servertime", "botmode", "namesx"]
        config = self.path("inspircd.conf", f"""<config format="xml">
<server name="irc.example.test" description="pictures" network="Example" id="1AB">
<admin name="t" nick="t" email="t@localhost"><bind address="127.0.0.1" port="{self.irc_port}" type="clients">
<connect name="main" allow="*" fakelag="no" commandrate="1000000" threshold="1000" resolvehostnames="no" useident="no">
<files motd="/dev/null"><dns server="127.0.0.1" timeout="1"><pid file="{self.folder}/irc.pid">
<path configdir="{self.folder}" datadir="{self.folder}" logdir="{self.folder}" runtimedir="{self.folder}">
{"".join(f'<module name="{name}">' for name in modules)}
""")
        as_root = ["--runasroot"] if os.getuid() == 0 else []
        self.run(["/usr/sbin/inspircd", *as_root, "--nofork", "--config", config])
        wait_for_port(self.irc_port)

    def start_matrix(self):
        free = "{per_second: 10000, burst_count: 10000}"
        config = self.path("synapse.yaml", f"""server_name: "{MATRIX_NAME}"
public_baseurl: "{self.matrix_url}/"
pid_file: {self.folder}/synapse.pid
listeners: [{{port: {self.matrix_port}, bind_addresses: ['127.0.0.1'], type: http, tls: false, resources: [{{names: [client]}}]}}]
database: {{name: sqlite3, args: {{database: {self.folder}/synapse.db}}}}
log_config: {self.folder}/synapse-log.yaml
media_store_path: {self.folder}/media
signing_key_path: {self.folder}/signing.key
enable_registration: true
enable_registration_without_verification: true
macaroon_secret_key: "m"
form_secret: "f"
report_stats: false
trusted_key_servers: []
suppress_key_server_warning: true
rc_message: {free}
rc_login: {{address: {free}, account: {free}, failed_attempts: {free}}}
rc_registration: {free}
""")
        self.path("synapse-log.yaml", "version: 1\nroot: {level: ERROR}\n")
        self.path("signing.key", f"ed25519 a_test {'A' * 43}\n")
        self.run([f"{self.root}/.build/synapse/bin/python", "-m", "synapse.app.homeserver", "-c", config])
        wait_for_port(self.matrix_port)
        for name in ("crier", "alice"):
            body = {"username": name, "password": name + "-password", "inhibit_login": True, "auth": {"type": "m.login.dummy"}}
            request = urllib.request.Request(self.matrix_url + "/_matrix/client/v3/register", json.dumps(body).encode())
            urllib.request.urlopen(request, timeout=60).read()

    def run(self, command):
        log = open(self.path(os.path.basename(command[0]) + ".log"), "w")
        self.children.append(subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=subprocess.STDOUT))

    def configuration(self):
        self.path("matrix.password", "crier-password")
        feeds = "".join(
            f'[[feed]]\nurl = "http://127.0.0.1:{self.web.server_port}/{name}"\nname = {json.dumps(title)}\ncategory = {json.dumps(category)}\n'
            for name, title, category in self.feeds)
        return f"""
[storage]
path = "{self.folder}/crier.sqlite3"
[fetch]
host_spacing = "0s"
allow_addresses = ["127.0.0.1:{self.web.server_port}"]
[[irc]]
name = "example"
host = "127.0.0.1"
port = {self.irc_port}
tls = false
nick = "crier"
identity = "nick"
channels = ["#town"]
lines_per_second = 20.0
burst = 40
[[matrix]]
name = "home"
homeserver = "{self.matrix_url}"
user = "@crier:{MATRIX_NAME}"
password_file = "{self.folder}/matrix.password"
display_name = "Crier"
[mail]
address = "crier@{MATRIX_NAME}"
smtp_url = "smtp://127.0.0.1:{self.mail.port}"
starttls = "off"
authserv_id = "mx.{MATRIX_NAME}"
{feeds}"""


def date_of(age):
    """An age as in data/sample-news, such as "-1d2h30m", as a date of RFC 3339."""
    seconds = sum(int(number) * {"d": 86400, "h": 3600, "m": 60}[unit] for number, unit in re.findall(r"(\d+)([dhm])", age))
    moment = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=seconds)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
