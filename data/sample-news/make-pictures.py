#!/usr/bin/env python3
"""Draws the pictures of the sample news: `make-pictures.py [FOLDER]`.

Flat shapes in few colours, written as indexed PNG with Python's own zlib. The same script makes the same bytes.
"""
import math
import pathlib
import struct
import sys
import zlib

WIDTH, HEIGHT, ICON = 640, 360, 64
COLOURS = {
    "night": 0x1B2440, "sky": 0xA9D3EC, "dawn": 0xF6C79B, "sea": 0x2F6C8F, "deep": 0x1D4A66, "sand": 0xE3C487, "grass": 0x6FA35B,
    "forest": 0x2F5D3A, "rock": 0x7A7F87, "dark": 0x3A3F47, "snow": 0xF4F7F9, "red": 0xB8402F, "orange": 0xE08A3C, "yellow": 0xF4D35E,
    "brown": 0x7B4B2A, "white": 0xFFFFFF, "pink": 0xD98CA6, "teal": 0x3FA7A0,
}
NAMES = list(COLOURS)


class Canvas:
    def __init__(self, background):
        self.rows = [bytearray([NAMES.index(background)] * WIDTH) for _ in range(HEIGHT)]

    def fill(self, colour, inside, box=(0, 0, WIDTH, HEIGHT)):
        index = NAMES.index(colour)
        left, top, right, bottom = (int(value) for value in box)
        for y in range(max(top, 0), min(bottom, HEIGHT)):
            row = self.rows[y]
            for x in range(max(left, 0), min(right, WIDTH)):
                if inside(x, y):
                    row[x] = index

    def box(self, colour, x, y, width, height):
        self.fill(colour, lambda _x, _y: True, (x, y, x + width, y + height))

    def disc(self, colour, x, y, radius, squeeze=1.0):
        inside = lambda px, py: (px - x) ** 2 + ((py - y) / squeeze) ** 2 <= radius ** 2
        self.fill(colour, inside, (x - radius, y - radius * squeeze, x + radius + 1, y + radius * squeeze + 1))

    def polygon(self, colour, *points):
        """Even-odd rule."""
        def inside(x, y):
            result = False
            for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]):
                if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                    result = not result
            return result
        xs, ys = [point[0] for point in points], [point[1] for point in points]
        self.fill(colour, inside, (min(xs), min(ys), max(xs) + 1, max(ys) + 1))

    def hills(self, colour, base, height, waves, phase=0.0):
        line = [base - height * (0.5 + 0.5 * math.sin(phase + waves * x / WIDTH * 2 * math.pi)) for x in range(WIDTH)]
        self.fill(colour, lambda x, y: y >= line[x])

    def icon(self, x, y, side):
        """A square of the picture, made small."""
        steps = [number * side // ICON for number in range(ICON)]
        self.rows = [bytearray(self.rows[y + down][x + right] for right in steps) for down in steps]
        return self

    def png(self):
        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        palette = b"".join(struct.pack(">I", COLOURS[name])[1:] for name in NAMES)
        pixels = zlib.compress(b"".join(b"\0" + bytes(row) for row in self.rows), 9)
        header = struct.pack(">IIBBBBB", len(self.rows[0]), len(self.rows), 8, 3, 0, 0, 0)
        return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"PLTE", palette) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def sea(sky="sky", level=220):
    canvas = Canvas(sky)
    canvas.box("sea", 0, level, WIDTH, HEIGHT - level)
    for number in range(7):
        canvas.box("deep", (number * 173) % WIDTH, level + 20 + number * 16, 90, 3)
    return canvas


def ship(canvas, x, y, hull, length):
    canvas.polygon(hull, (x, y), (x + length, y), (x + length - 30, y + 42), (x + 30, y + 42))
    canvas.box("white", x + 40, y - 34, length - 100, 34)
    for window in range(x + 52, x + length - 74, 26):
        canvas.box("deep", window, y - 24, 14, 12)
    canvas.box("orange", x + length // 2, y - 70, 26, 36)


def ferry():
    canvas = sea("dawn")
    canvas.disc("yellow", 500, 120, 46)
    ship(canvas, 140, 220, "dark", 320)
    return canvas


def cargo():
    canvas = sea()
    ship(canvas, 90, 230, "red", 430)
    for mast in (190, 290, 390):
        canvas.polygon("white", (mast, 60), (mast + 70, 190), (mast, 190))
    return canvas


def sailing():
    canvas = sea("sky", 200)
    canvas.polygon("white", (330, 50), (330, 240), (220, 240))
    canvas.polygon("orange", (340, 80), (340, 240), (420, 240))
    canvas.polygon("brown", (220, 250), (430, 250), (390, 286), (260, 286))
    return canvas


def harbour():
    canvas = sea("dawn", 240)
    for number, colour in enumerate(["red", "yellow", "teal", "pink", "white", "orange", "brown"]):
        canvas.box(colour, 20 + number * 88, 130 + (number * 37) % 40, 80, 120)
        canvas.polygon("dark", (16 + number * 88, 132 + (number * 37) % 40), (60 + number * 88, 95 + (number * 37) % 40),
                       (104 + number * 88, 132 + (number * 37) % 40))
    ship(canvas, 230, 275, "teal", 200)
    return canvas


def lighthouse():
    canvas = sea("night", 260)
    canvas.polygon("yellow", (330, 80), (640, 20), (640, 150))
    canvas.hills("dark", 330, 60, 1.2, 1.0)
    canvas.polygon("white", (290, 110), (350, 110), (370, 310), (270, 310))
    for stripe in (150, 210, 270):
        canvas.box("red", 280, stripe, 82, 26)
    canvas.box("yellow", 296, 66, 48, 44)
    return canvas


def mountains():
    canvas = Canvas("sky")
    for x, top in ((60, 120), (260, 60), (470, 100)):
        canvas.polygon("rock", (x - 150, 360), (x + 60, top), (x + 270, 360))
        canvas.polygon("snow", (x + 10, top + 62), (x + 60, top), (x + 112, top + 62), (x + 60, top + 44))
    canvas.hills("forest", 350, 40, 2.0)
    return canvas


def valley():
    canvas = Canvas("sky")
    canvas.hills("forest", 220, 70, 1.4, 0.5)
    canvas.hills("grass", 270, 50, 1.1, 2.5)
    canvas.polygon("sea", (300, 230), (340, 230), (470, 360), (150, 360))
    for x in (90, 480, 540):
        canvas.box("white", x, 225, 46, 36)
        canvas.polygon("red", (x - 6, 226), (x + 23, 198), (x + 52, 226))
    return canvas


def bridge():
    canvas = sea("sky", 250)
    canvas.box("rock", 0, 170, WIDTH, 22)
    for x in (60, 220, 380, 540):
        canvas.box("rock", x, 180, 34, 150)
    for x in (157, 317, 477):
        canvas.disc("dark", x, 192, 60, 0.2)
    canvas.box("yellow", 270, 150, 70, 20)
    return canvas


def moon():
    canvas = Canvas("night")
    for number in range(60):
        canvas.box("white", (number * 211) % WIDTH, (number * 97) % HEIGHT, 2, 2)
    canvas.disc("snow", 330, 190, 120)
    for x, y, radius in ((290, 150, 22), (380, 220, 30), (320, 250, 14), (370, 140, 12)):
        canvas.disc("rock", x, y, radius, 0.8)
    return canvas


def satellite():
    canvas = moon()
    canvas.disc("sea", 330, 190, 122)
    canvas.disc("grass", 300, 170, 50, 0.6)
    canvas.box("rock", 500, 70, 40, 40)
    canvas.box("teal", 430, 78, 60, 24)
    canvas.box("teal", 550, 78, 60, 24)
    return canvas


def bear():
    canvas = Canvas("sky")
    canvas.box("snow", 0, 250, WIDTH, 110)
    canvas.disc("white", 330, 220, 110, 0.6)
    canvas.disc("white", 440, 170, 46)
    canvas.disc("white", 415, 130, 14)
    canvas.disc("dark", 458, 165, 5)
    canvas.disc("dark", 484, 178, 8)
    for x in (260, 310, 360, 400):
        canvas.box("white", x, 250, 26, 50)
    return canvas


def stadium():
    canvas = Canvas("night")
    canvas.disc("rock", 320, 300, 330, 0.5)
    canvas.disc("grass", 320, 310, 230, 0.4)
    canvas.box("white", 318, 220, 4, 180)
    canvas.disc("white", 430, 290, 12)
    for x in (60, 560):
        canvas.box("dark", x, 40, 10, 200)
        canvas.box("yellow", x - 20, 30, 50, 24)
    return canvas


def market():
    canvas = Canvas("dawn")
    canvas.box("sand", 0, 270, WIDTH, 90)
    for number, colour in enumerate(["red", "teal", "yellow", "pink"]):
        x = 20 + number * 155
        canvas.polygon(colour, (x, 150), (x + 140, 150), (x + 120, 90), (x + 20, 90))
        canvas.box("brown", x + 6, 220, 128, 60)
        for heap in range(4):
            canvas.disc(["red", "orange", "grass", "yellow"][(heap + number) % 4], x + 24 + heap * 30, 218, 15)
    return canvas


def bread():
    canvas = Canvas("teal")
    canvas.box("brown", 0, 270, WIDTH, 90)
    canvas.disc("orange", 320, 220, 170, 0.5)
    for x in (230, 300, 370):
        canvas.polygon("sand", (x, 160), (x + 14, 160), (x + 50, 270), (x + 34, 270))
    return canvas


def train():
    canvas = Canvas("night")
    canvas.hills("forest", 250, 60, 1.5)
    canvas.box("dark", 0, 300, WIDTH, 8)
    for number in range(4):
        canvas.box("red", number * 165 - 20, 220, 158, 72)
        for window in range(4):
            canvas.box("yellow", number * 165 - 8 + window * 38, 234, 26, 24)
    canvas.disc("snow", 540, 70, 30)
    return canvas


def park():
    canvas = Canvas("sky")
    canvas.box("rock", 0, 260, WIDTH, 100)
    canvas.box("grass", 0, 240, WIDTH, 26)
    for number in range(9):
        x = 40 + number * 70
        canvas.box("brown", x, 200, 8, 44)
        canvas.disc("forest", x + 4, 180, 28)
    return canvas


def volcano():
    canvas = Canvas("dawn")
    canvas.polygon("dark", (110, 330), (280, 120), (360, 120), (530, 330))
    canvas.polygon("red", (300, 120), (340, 120), (352, 210), (318, 260), (296, 190))
    for x, y, radius in ((320, 90, 34), (360, 60, 40), (410, 40, 34)):
        canvas.disc("rock", x, y, radius)
    canvas.box("snow", 0, 320, WIDTH, 40)
    return canvas


def cinema():
    canvas = Canvas("dark")
    canvas.box("white", 120, 40, 400, 190)
    canvas.disc("rock", 320, 135, 60)
    canvas.polygon("dark", (305, 105), (305, 165), (355, 135))
    for row in range(3):
        for seat in range(10):
            canvas.disc("red", 50 + seat * 60 + row * 12, 270 + row * 36, 22, 0.8)
    return canvas


def game():
    canvas = Canvas("night")
    for x in range(8):
        for y in range(4):
            if (x + y) % 2:
                canvas.box("teal", x * 80, y * 90, 80, 90)
    canvas.disc("yellow", 200, 135, 34)
    canvas.disc("red", 360, 225, 34)
    canvas.disc("white", 520, 45, 34)
    return canvas


def desert():
    canvas = Canvas("dawn")
    canvas.polygon("red", (40, 320), (110, 60), (240, 80), (280, 320))
    canvas.polygon("brown", (360, 320), (420, 90), (580, 70), (620, 320))
    canvas.hills("sand", 330, 40, 1.3)
    canvas.disc("yellow", 320, 70, 30)
    return canvas


PICTURES = {
    "bear": bear, "bread": bread, "bridge": bridge, "cinema": cinema, "desert": desert, "ferry": ferry, "game": game,
    "harbour": harbour, "lighthouse": lighthouse, "market": market, "moon": moon, "mountains": mountains, "park": park,
    "sailing": sailing, "satellite": satellite, "ship": cargo, "stadium": stadium, "train": train, "valley": valley,
    "volcano": volcano, "harbour-times-icon": lambda: lighthouse().icon(205, 50, 230),
}

if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "pictures")
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        (folder / f"{name}.png").write_bytes(draw().png())
