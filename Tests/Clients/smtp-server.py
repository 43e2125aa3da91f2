"""An SMTP server that fails on demand, with STARTTLS, implicit TLS and AUTH PLAIN, LOGIN and XOAUTH2.

    smtp-server.py FOLDER STARTTLS_PORT TLS_PORT CERTIFICATE KEY LMTP_PORT

What it takes goes on by LMTP, or with LMTP_PORT 0 nowhere. FOLDER/rules.json says what fails:
`{"greet": "421 …", "rcpt": {"ADDRESS": "451 …"}, "data": {"ADDRESS": "554 …" or "drop" or "mute"}}`; `drop` takes the mail
and hangs up without an answer. ADDRESS is without what follows a plus sign; a list of answers is used up one by one,
`null` in it meaning none. Every RCPT and every DATA is a line of FOLDER/log.jsonl.
"""

import asyncio
import base64
import email
import email.policy
import json
import os
import smtplib
import ssl
import sys

from aiosmtpd.smtp import MISSING, SMTP, AuthResult, LoginPassword

folder, starttls_port, tls_port, certificate, key, lmtp_port = sys.argv[1:7]
log = open(os.path.join(folder, "log.jsonl"), "a", buffering=1, encoding="utf-8")
used = {}
connections = 0


def note(**fact):
    log.write(json.dumps(fact) + "\n")


def rules():
    try:
        with open(os.path.join(folder, "rules.json"), encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {}


def plain(address):
    local, _, domain = address.lower().rpartition("@")
    return f"{local.split('+')[0]}@{domain}"


def answer(stage, address):
    """What the rules say of an address, where a list is used up."""
    rule = rules().get(stage, {}).get(plain(address))
    if isinstance(rule, list):
        count = used.get((stage, plain(address)), 0)
        used[stage, plain(address)] = count + 1
        rule = rule[count] if count < len(rule) else None
    return rule


def deliver(sender, recipients, content):
    with smtplib.LMTP("127.0.0.1", int(lmtp_port), local_hostname="mx.example.test") as server:
        server.sendmail(sender, recipients, content)


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        refusal = answer("rcpt", address)
        note(event="rcpt", connection=server.number, sender=envelope.mail_from, to=address, answer=refusal or "250")
        if refusal:
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        body = mail.get_body(("plain",))
        rule = answer("data", envelope.rcpt_tos[0])
        taken = rule is None or rule in ("drop", "mute")
        if taken and int(lmtp_port):
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(None, deliver, envelope.mail_from, envelope.rcpt_tos, envelope.content)
        for address in envelope.rcpt_tos:
            note(
                event="data", connection=server.number, sender=envelope.mail_from, to=address, answer=rule or "250",
                id=str(mail.get("Message-ID", "")), subject=str(mail.get("Subject", "")), size=len(envelope.content),
                text=body.get_content().replace(" \n", " ") if body else "",
            )
        if rule == "drop":
            server.transport.abort()
        if rule == "mute":
            await asyncio.Event().wait()
        return "250 2.0.0 OK" if taken else rule


def authenticate(server, session, envelope, mechanism, data):
    good = isinstance(data, LoginPassword) and data.password == b"secret"
    note(event="auth", connection=server.number, mechanism=mechanism, answer="235" if good else "535")
    return AuthResult(success=good, handled=good)


class Server(SMTP):
    def __init__(self, handler, **options):
        global connections
        connections += 1
        self.number = connections
        super().__init__(handler, hostname="mx.example.test", authenticator=authenticate, enable_SMTPUTF8=True, **options)

    async def push(self, status):
        greeting = rules().get("greet")
        await super().push(greeting if greeting and status.startswith("220 mx") else status)

    async def auth_XOAUTH2(self, _, words):
        if len(words) > 1:
            said = base64.b64decode(words[1])
        else:
            said = await self.challenge_auth("")
            if said is MISSING:
                return said
        good = said.endswith(b"\x01auth=Bearer token\x01\x01") and said.startswith(b"user=")
        note(event="auth", connection=self.number, mechanism="XOAUTH2", answer="235" if good else "535")
        if good:
            return AuthResult(success=True, auth_data=said)
        await self.push("535 5.7.8 no such token")
        return AuthResult(success=False, handled=True)


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)


async def main():
    loop = asyncio.get_running_loop()
    handler = Handler()
    starttls = await loop.create_server(
        lambda: Server(handler, tls_context=context, require_starttls=True, auth_required=True),
        "127.0.0.1", int(starttls_port), reuse_address=True,
    )
    tls = await loop.create_server(
        lambda: Server(handler, auth_require_tls=False, auth_required=True),
        "127.0.0.1", int(tls_port), ssl=context, reuse_address=True,
    )
    await asyncio.gather(starttls.serve_forever(), tls.serve_forever())


asyncio.run(main())
