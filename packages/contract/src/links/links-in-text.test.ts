import * as fc from "fast-check";
import { LinkifyIt } from "linkify-it";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { linkUrl } from "#values/link-url";
import { beforeMark, linksIn } from "./links-in-text.ts";

const A = "https://shop.example/abc";

const ALSO_LINKIFY: [text: string, ...links: string[]][] = [
  [`${A}、良い`, A],
  [`${A}。`, A],
  [`${A}，很好`, A],
  [`${A}！すごい`, A],
  [`これ（${A}）です`, A],
  [`《${A}》`, A],
  [`【${A}】`, A],
  [`「${A}」`, A],
  [`见：${A}；好`, A],
  [`انظر ${A}، جيد`, A],
  [`${A}؛ ${A}/2؟`, A, `${A}/2`],
  [`देखो ${A}।`, A],
  ["https://en.example/Pan_(tool)", "https://en.example/Pan_(tool)"],
  [`(see ${A}).`, A],
  [`[Shop](${A})`, A],
  [`“${A}”`, A],
  [`${A}?a=(1)&b=[2]`, `${A}?a=(1)&b=[2]`],
  ["https://shop.example/路径，好", "https://shop.example/路径"],
  ["https://例え.jp/テスト 良い", "https://例え.jp/テスト"],
  ["no link, 12:30, javascript:alert(1)"],
  [`foo${A}`],
  ["http://"],
];

const NOT_LINKIFY: [text: string, ...links: string[]][] = [
  [`良い${A}。`, A],
  [`สินค้า${A} ครับ`, A],
  [`देखो${A}`, A],
  [`사이트${A}`, A],
  [`Смотри${A}`, A],
  [`iPhoneケース${A}`, A],
  [`${A}」と「${A}/2」`, A, `${A}/2`],
  ["見てwww.shop.example、", "www.shop.example"],
  ["https://shop.exampleです", "https://shop.example"],
  ["https://sub_1.example.co.uk/", "https://sub_1.example.co.uk/"],
  ["https://ja.example/wiki/ジョン・レノン は", "https://ja.example/wiki/ジョン・レノン"],
  ["https://en.example/Michelson–Morley test", "https://en.example/Michelson–Morley"],
  ["see web.archive.example/save/https://shop.example/abc now"],
];

describe("a text in any script", () => {
  test.each([...ALSO_LINKIFY, ...NOT_LINKIFY])("%j has its links", (text, ...links) => {
    expect([...linksIn(text)]).toEqual(links);
  });

  const linkify = new LinkifyIt({ fuzzyEmail: false });
  test.each(ALSO_LINKIFY)("linkify-it finds the same in %j", (text, ...links) => {
    expect((linkify.match(text) ?? []).map(({ raw }) => raw)).toEqual(links);
  });
});

const MEANT: [typed: string, url: string][] = [
  [`${A}、良い`, A],
  [`${A}、良い です`, A],
  [`${A}?id=5、良い`, `${A}?id=5`],
  [`良い${A}`, A],
  [`iPhoneケース${A}`, A],
  [`（${A}）`, A],
  [`انظر ${A}، جيد`, A],
  [`${A}، جيد`, A],
  ["shop.example/abc、良い", A],
  ["www.shop.example。", "https://www.shop.example"],
  ["shop.exampleです", "https://shop.example"],
  ["me@shop.example、よろしく", "mailto:me@shop.example"],
  ["https://例え。jp/a", "https://例え。jp/a"],
  ["https://wa.me/81312345678?text=こんにちは、元気", "https://wa.me/81312345678?text=こんにちは、元気"],
  ["mailto:a@shop.example?subject=こんにちは、元気", "mailto:a@shop.example?subject=こんにちは、元気"],
  ["https://ja.example/wiki/ジョン・レノン", "https://ja.example/wiki/ジョン・レノン"],
  ["web.archive.example/save/https://shop.example", "https://web.archive.example/save/https://shop.example"],
];

test.each(MEANT)("the form reads %j as %j", (typed, url) => expect(v.parse(linkUrl, typed)).toBe(url));

test.each([`${A}、${A}/2`, `shop.example、${A}`])("%j holds more than one link", (typed) => {
  expect(v.safeParse(linkUrl, typed).issues?.[0]?.message).toMatch(/more than one link/);
});

test("a found link is a part of its text, and finding again in it changes nothing", () => {
  const piece = fc.constantFrom(
    ..."https:// http:// www. shop.example / . ? # = & ( ) [ ] 、 。 （ ） ، । 良い ครับ a é 5 ’ – … ; :".split(
      " ",
    ),
    " ",
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join("")),
      (text) => {
        for (const link of linksIn(text)) {
          expect(text).toContain(link);
          expect([link, ""]).toContain([...linksIn(link)].join(""));
        }
        expect(text.startsWith(beforeMark(text))).toBe(true);
      },
    ),
    { numRuns: 3000 },
  );
});

/** A quadratic pattern takes minutes here, and the test's time limit ends it. */
test.each([
  "https://a.b/(",
  ")",
  "https://",
  "www.",
  ".",
  "a.b",
  "、",
  "?é、",
  "https://a.b/c。",
  "良い.",
  "é.a",
])("many %j are read in one pass", (piece) => {
  const text = piece.repeat(200_000 / piece.length);
  expect([...linksIn(text)].join("").length).toBeLessThanOrEqual(text.length);
  expect(beforeMark(text).length).toBeLessThanOrEqual(text.length);
});

test("A long query does not hold the process that all requests share", () => {
  const link = `https://shop.example/${"?".repeat(300_000)}`;
  expect(beforeMark(link)).toBe(link);
});
