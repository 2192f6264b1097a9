import { expect, test } from "vitest";
import { newCanvas } from "./og-image-canvas.ts";
import { writable, writeLine } from "./og-image-text.ts";

test.each([
  ["Mira Lindqvist", "Mira Lindqvist"],
  ["  Żółw   ёлка Ωμέγα ", "Żółw ёлка Ωμέγα"],
  ["مرحبا שלום", "مرحبا שלום"],
  ["Mira 🏺 Lindqvist 👩‍🚀", "Mira 🏺 Lindqvist 👩‍🚀"],
  ["🏺", "🏺"],
  ["مرحبا 🏺", "مرحبا"],
  ["Mira 🇯🇵", "Mira"],
  ["a\u202Eb\u2066c\u0007", "a b c"],
  ["می\u200Cخواهم", "می\u200Cخواهم"],
  ["三浦「陶芸」チャンネル、ﾊﾟﾝ", "三浦「陶芸」チャンネル、パン"],
  ["か\u3099く", "がく"],
  ["김민수 공방", "김민수 공방"],
  ["张伟的书架，關於", "张伟的书架，關於"],
  ["สมชาย ใจดี ฿๑", "สมชาย ใจดี ฿๑"],
  ["नमस्ते क्षत्रिय।", "नमस्ते क्षत्रिय।"],
  ["ᏣᎳᎩ", ""],
  ["\u{2A6D6}", ""],
])("The drawable part of %j is %j", (text, written) => expect(writable(text)).toBe(written));

async function inkOf(text: string, line: Partial<Parameters<typeof writeLine>[2]> = {}, texts = text) {
  const { canvas, pen } = await newCanvas(texts);
  writeLine(pen, text, { x: 10, y: 100, width: 900, px: 40, weight: 700, colour: "#000", ...line });
  const { data } = pen.getImageData(0, 0, canvas.width, 140);
  const columns = Array.from({ length: canvas.width }, (_, x) =>
    Array.from({ length: 140 }, (_, y) => data[(y * canvas.width + x) * 4 + 3] ?? 0).some(
      (alpha) => alpha > 0,
    ),
  );
  return { data: Buffer.from(data), first: columns.indexOf(true), last: columns.lastIndexOf(true) };
}

test("Each letter of a script without blanks has a shape of its own, at its width", async () => {
  for (const [one, other] of [
    ["陶", "芸"],
    ["か", "き"],
    ["김", "박"],
    ["张", "书"],
    ["ส", "ข"],
    ["न", "म"],
    ["🏺", "🍵"],
  ] as const) {
    const [a, b, both] = [await inkOf(one), await inkOf(other), await inkOf(one + other)];
    expect([one, a.data.equals(b.data)]).toEqual([one, false]);
    expect([one, both.last > a.last + 10, a.first >= 8, a.last > a.first + 10]).toEqual([
      one,
      true,
      true,
      true,
    ]);
  }
});

test("A Chinese letter has its Japanese shape in a drawing with kana, and its Korean one with Hangul", async () => {
  const shapes = [await inkOf("骨"), await inkOf("骨", {}, "骨と"), await inkOf("骨", {}, "骨과")];
  expect(new Set(shapes.map(({ data }) => data.toString("latin1"))).size).toBeGreaterThan(1);
});

test.each(["W", "陶", "🏺", "W🏺"])(
  "A line of many %j ends in an ellipsis within its width",
  async (letter) => {
    const line = { x: 0, width: 300 };
    const { last } = await inkOf(letter.repeat(200), line);
    expect(last).toBeLessThanOrEqual(302);
    expect(last).toBeGreaterThan(200);
  },
);

test("A line in the middle has the same room on both sides, with emoji too", async () => {
  const { first, last } = await inkOf("Ada 🏺 Ada", { x: 600, align: "center" });
  expect(Math.abs(first + last - 1200)).toBeLessThan(8);
});
