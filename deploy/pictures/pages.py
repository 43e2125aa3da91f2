"""Chats as HTML pages in the look of usual clients, and their screenshots by Chromium."""

import html
import os
import re
import subprocess

COLOURS = ["#fff", "#000", "#5577dd", "#3a9a5a", "#d05050", "#a06030", "#a060c0", "#d08030", "#d8c050", "#60c060", "#40a0a0",
           "#50c0d0", "#6f9fe8", "#d070b0", "#888", "#bbb"]


def irc_page(lines):
    rows = []
    for nick, text in lines:
        if text.startswith("\x01"):
            continue
        kind = "you" if nick != "crier" else "bot"
        rows.append(f'<tr><td class="{kind}">{html.escape(nick)}</td><td>{irc_text(text)}</td></tr>')
    style = """body{margin:0;background:#16191d;color:#d5d8dc;font:14px/1.45 'DejaVu Sans Mono',monospace}
        h1{margin:0;padding:8px 14px;background:#22272e;font-size:13px;color:#9aa4b0} table{padding:8px 10px;border-spacing:4px 1px}
        td{vertical-align:top;overflow-wrap:anywhere} td:first-child{text-align:right;white-space:nowrap;padding-right:10px;border-right:1px solid #333}
        td+td{padding-left:8px} .you{color:#7fb8f0} .bot{color:#e0b45c}"""
    return document(style, f"<h1>#town on Example</h1><table>{''.join(rows)}</table>"), 980, 620


def irc_text(text):
    """mIRC formatting (bold 0x02, colour 0x03, italic 0x1d, underline 0x1f, monospace 0x11, reset 0x0f) as HTML."""
    parts, style, position = [], {}, 0
    toggles = {"\x02": "font-weight:bold", "\x1d": "font-style:italic", "\x1f": "text-decoration:underline", "\x11": "", "\x16": ""}
    while position < len(text):
        letter = text[position]
        position += 1
        if letter in toggles:
            style = {key: value for key, value in style.items() if key != letter} if letter in style else {**style, letter: toggles[letter]}
        elif letter == "\x0f":
            style = {}
        elif letter == "\x03":
            digits = ""
            while position < len(text) and len(digits) < 2 and text[position].isdigit():
                digits += text[position]
                position += 1
            style.pop("colour", None)
            if digits:
                style["colour"] = "color:" + COLOURS[int(digits) % 16]
        else:
            parts.append(f'<span style="{";".join(style.values())}">{html.escape(letter)}</span>' if style else html.escape(letter))
    return "".join(parts)


def console_page(shown):
    style = """body{margin:0;background:#101317;color:#d5d8dc;font:14px/1.45 'DejaVu Sans Mono',monospace}
        h1{margin:0;padding:8px 14px;background:#22272e;font-size:13px;color:#9aa4b0} pre{margin:0;padding:10px 14px;
        font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}"""
    return document(style, f"<h1>crier console --demo</h1><pre>{terminal_text(shown)}</pre>"), 980, 670


TERMINAL_COLOURS = {31: "#e06c66", 32: "#5fb574", 33: "#d8b24a", 34: "#7d8ff0", 35: "#b58be0", 36: "#4fb8bd", 90: "#8a9099",
                    91: "#f0945a", 94: "#7fb0f5", 95: "#e58bc4", 96: "#6fc4ee"}


def terminal_text(shown):
    """Bold, italic and colours of ECMA-48 as HTML; a carriage return begins the line anew."""
    lines = []
    for line in shown.split("\n"):
        # The prompt, over which an answer was written.
        lines.append(line.rsplit("\r", 1)[-1] if "\r" in line else line)
    parts, style = [], {}
    for piece in re.split(r"(\x1b\[[0-9;]*m)", "\n".join(lines)):
        code = re.fullmatch(r"\x1b\[([0-9;]*)m", piece)
        if not code:
            text = html.escape(piece)
            parts.append(f'<span style="{";".join(style.values())}">{text}</span>' if style and text else text)
            continue
        for number in (int(number or 0) for number in code[1].split(";")):
            if number == 1:
                style["bold"] = "font-weight:bold"
            elif number == 3:
                style["italic"] = "font-style:italic"
            elif number in TERMINAL_COLOURS:
                style["colour"] = "color:" + TERMINAL_COLOURS[number]
            for end, key in ((22, "bold"), (23, "italic"), (39, "colour")):
                if number in (0, end):
                    style.pop(key, None)
    return "".join(parts)


def matrix_page(messages):
    # As clients show the colours of messages.
    messages = [(who, re.sub(r'data-mx-color="(#[0-9a-f]{6})"', r'style="color:\1"', body)) for who, body in messages]
    rows = "".join(
        f'<div class="message"><div class="face {"bot" if who == "crier" else ""}">{who[0].upper()}</div>'
        f'<div><b class="{"bot" if who == "crier" else ""}">{who}</b><div>{body}</div></div></div>' for who, body in messages)
    style = """body{margin:0;background:#fff;color:#1b1d22;font:15px/1.5 'Liberation Sans',sans-serif}
        h1{margin:0;padding:10px 18px;font-size:16px;border-bottom:1px solid #e3e6ea} .message{display:flex;padding:8px 18px}
        .face{flex:none;width:32px;height:32px;border-radius:16px;background:#5c6fc0;color:#fff;text-align:center;line-height:32px;margin-right:12px}
        .face.bot{background:#b8862b} b{color:#4a5bb0} b.bot{color:#8d6415} b + div b{color:inherit} a{color:#0a66c2}"""
    return document(style, f"<h1>Crier</h1>{rows}"), 820, 700


def mail_page(subject, body):
    frame = html.escape(body, quote=True)
    style = """body{margin:0;background:#eceff3;font:14px 'Liberation Sans',sans-serif;color:#222} header{padding:12px 18px;background:#fff;
        border-bottom:1px solid #d5d9de} h1{font-size:17px;margin:0 0 6px} iframe{border:0;width:100%;height:900px;background:#fff}"""
    head = f"<header><h1>{html.escape(subject)}</h1>Crier &lt;crier@example.test&gt; to Alice</header>"
    return document(style, f'{head}<iframe srcdoc="{frame}"></iframe>'), 760, 640


def document(style, body):
    return f'<!doctype html><meta charset="utf-8"><style>{style}</style>{body}'


def screenshot(page, path, width, height, folder):
    source = os.path.join(folder, "page.html")
    with open(source, "w", encoding="utf-8") as file:
        file.write(page)
    subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--screenshot={path}",
                    f"--window-size={width},{height}", "--virtual-time-budget=2000", "file://" + source],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
