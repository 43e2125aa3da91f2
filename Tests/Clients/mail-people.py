"""People with mailboxes: sends what they are told by SMTP, tells what they find by IMAP, read by Python's email package.

    mail-people.py PIPE IMAPS_PORT CA_FILE PASSWORD

Each line of PIPE is `{"id": 1, "send": "…", "from": "…", "to": ["…"], "port": 587, "user": "…"}` (`user` means STARTTLS and
a login; without it the mail comes from outside) or `{"watch": "greta@example.test"}`. On standard output each line is
`{"ready": true}`, `{"id": 1, "error": null}` or `{"mailbox": "greta@example.test", "uid": 1, …}`.
"""

import base64
import email
import email.policy
import imaplib
import json
import smtplib
import ssl
import sys
import threading
import time

pipe, imaps_port, ca_file, password = sys.argv[1:5]
context = ssl.create_default_context(cafile=ca_file)
lock = threading.Lock()


def tell(**fact):
    with lock:
        print(json.dumps(fact), flush=True)


def send(order):
    try:
        with smtplib.SMTP("localhost", order["port"], local_hostname="client.example.test", timeout=60) as server:
            options = []
            if user := order.get("user"):
                server.starttls(context=context)
                server.login(user, password)
            raw = base64.b64decode(order["send"])
            if any(byte > 127 for byte in raw):
                options.append("BODY=8BITMIME")
            server.sendmail(order["from"], order["to"], raw, mail_options=options)
        tell(id=order["id"], error=None)
    except Exception as error:  # The test is told, whatever it is.
        tell(id=order["id"], error=f"{type(error).__name__}: {error}")


def unflowed(piece):
    """The text of a part as it was written: without the line breaks of format=flowed (RFC 3676)."""
    text = piece.get_content()
    if str(piece.get_param("format")).lower() != "flowed":
        return text
    keeps_blank = str(piece.get_param("delsp")).lower() != "yes"
    lines, is_open = [], False
    for line in text.splitlines():
        quotes = line[: len(line) - len(line.lstrip(">"))]
        line = line[len(quotes) :].removeprefix(" ")
        if is_open:
            lines[-1] += line
        else:
            lines.append((quotes + " " if quotes else "") + line)
        is_open = line.endswith(" ") and line != "-- "
        if is_open and not keeps_blank:
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines) + "\n"


def part(piece):
    fact = {
        "type": piece.get_content_type(),
        "charset": piece.get_content_charset(),
        "format": piece.get_param("format"),
        "disposition": piece.get_content_disposition(),
        "name": piece.get_filename(),
        "transfer": str(piece.get("Content-Transfer-Encoding", "")),
        "defects": [repr(defect) for defect in piece.defects],
    }
    if piece.get_content_maintype() == "text":
        fact["text"] = unflowed(piece)
    elif not piece.is_multipart():
        fact["size"] = len(piece.get_payload(decode=True) or b"")
    return fact


def read(raw):
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    header_defects = [repr(defect) for value in mail.values() for defect in getattr(value, "defects", [])]
    return {
        "raw": raw.decode("latin-1"),
        "headers": [[name, str(value)] for name, value in mail.items()],
        "parts": [part(piece) for piece in mail.walk()],
        "defects": header_defects,
    }


def watch(mailbox):
    """Looks for new mail for ever, also after the server was away."""
    last = 0
    while True:
        try:
            with imaplib.IMAP4_SSL("localhost", int(imaps_port), ssl_context=context) as server:
                server.login(mailbox, password)
                server.select("INBOX", readonly=True)
                while True:
                    _, found = server.uid("SEARCH", f"UID {last + 1}:*")
                    for uid in sorted(int(word) for word in (found[0] or b"").split()):
                        if uid <= last:
                            continue
                        _, data = server.uid("FETCH", str(uid), "(BODY.PEEK[])")
                        last = uid
                        # News of other mails' flags may stand before it.
                        raw = next(answer[1] for answer in data if isinstance(answer, tuple))
                        tell(mailbox=mailbox, uid=uid, **read(raw))
                    time.sleep(0.05)
                    server.noop()
        except (imaplib.IMAP4.error, OSError):
            time.sleep(0.1)


tell(ready=True)
with open(pipe, encoding="utf-8") as orders:
    for line in orders:
        order = json.loads(line)
        if "watch" in order:
            threading.Thread(target=watch, args=(order["watch"],), daemon=True).start()
        else:
            # One after the other: mails of one person arrive in their order.
            send(order)
