import * as fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import cases from "#cases/links.json" with { type: "json" };
import { completeLinkUrl, linkUrl, optionalHttpUrl, optionalLinkUrl } from "./link-url.ts";

const problemOf = (value: unknown) => v.safeParse(linkUrl, value).issues?.[0]?.message;
const isTaken = (value: unknown) => v.safeParse(linkUrl, value).success;

const HARMLESS = [
  "https://example.com",
  "http://example.com",
  "HTTPS://EXAMPLE.COM/A",
  "hTTp://example.com",
  "https://example.com/a?b=c#d",
  "https://example.com:8443/",
  "https://sub.example.co.uk/~me/",
  "https://例え.jp/テスト",
  "https://xn--r8jz45g.jp",
  "https://localhost:3000",
  "https://127.0.0.1",
  "https://[::1]/",
  "https://example.com/%0d%0aX:%20y",
  "https://example.com/?next=javascript:alert(1)",
  "https://example.com/<script>",
  "https://javascript:alert@example.com",
  // Credentials are the owner's choice: a browser shows the host it goes to.
  "https://user:word@example.com/",
  "https://example.com@example.org",
  "mailto:me@example.com",
  "MAILTO:me@example.com?subject=Hello%20you",
  "tel:+49301234567",
  "TEL:110",
];

describe("a link's address", () => {
  test.each(HARMLESS)("may be %j", (text) => expect(isTaken(text)).toBe(true));

  test("has at most 2048 characters, and the message counts them", () => {
    const long = (length: number) => "https://example.com/".padEnd(length, "a");
    expect(isTaken(long(2048))).toBe(true);
    expect(problemOf(long(2049))).toBe(
      "Must be a valid URL. This one has 2049 characters, and there is room for 2048",
    );
    expect(problemOf(`https://example.com/${"a ".repeat(1000)}a`)).toBe(
      "Must be a valid URL. This one has 4021 characters, and there is room for 2048",
    );
    expect(problemOf("x".repeat(4_000_000))).toMatch(/^Must be a valid URL. This one has 4000000 characters/);
  });
});

const MEANT: [typed: string, url: string][] = [
  // Whitespace.
  ["https://example.com/my file.pdf", "https://example.com/my%20file.pdf"],
  ["https://example.com/a?q=red shoes#top of it", "https://example.com/a?q=red%20shoes#top%20of%20it"],
  ["example.com/my file.pdf", "https://example.com/my%20file.pdf"],
  ["https://example.com/my\u00A0file.pdf", "https://example.com/my%20file.pdf"],
  ["  https://example.com/  ", "https://example.com/"],
  ["https://example.com/a\tb", "https://example.com/a%20b"],
  ["https://wa.me/49301234567?text=Hello there", "https://wa.me/49301234567?text=Hello%20there"],
  ["example.com", "https://example.com"],
  ["www.example.com", "https://www.example.com"],
  ["example.com:8080/a", "https://example.com:8080/a"],
  ["example.com?x=1", "https://example.com?x=1"],
  ["example.com/@me", "https://example.com/@me"],
  ["example.com/@me.you", "https://example.com/@me.you"],
  ["bücher.example/kunst", "https://bücher.example/kunst"],
  ["例え.jp", "https://例え.jp"],
  ["пример.рф", "https://пример.рф"],
  ["192.168.1.1", "https://192.168.1.1"],
  ["example.com,", "https://example.com"],
  ["sub_1.example.co.uk", "https://sub_1.example.co.uk"],
  ["xn--r8jz45g.xn--p1ai", "https://xn--r8jz45g.xn--p1ai"],
  ["tel:+49 30 1234567", "tel:+49301234567"],
  ["tel:(030) 123456", "tel:030123456"],
  ["+49 30 1234567", "tel:+49301234567"],
  ["+49 (0)30 123-4567", "tel:+49301234567"],
  ["tel: +49/30/1234567", "tel:+49301234567"],
  ["030 / 123 45 67", "tel:0301234567"],
  ["(030) 123456", "tel:030123456"],
  ["01.23.45.67.89", "tel:0123456789"],
  ["1-800-555-0199", "tel:18005550199"],
  ["+1 (212) 555–0100", "tel:+12125550100"],
  ["tel://+49301234567", "tel:+49301234567"],
  ["tel:+49%2030%201234567", "tel:+49301234567"],
  ["tel:+49 30 1234567;ext=12", "tel:+49301234567;ext=12"],
  ["tel:*100#", "tel:*100%23"],
  ["tel:1-800-FLOWERS", "tel:1-800-FLOWERS"],
  ["０９０−１２３４−５６７８", "tel:09012345678"],
  ["tel:\u202D+49301234567\u202C", "tel:+49301234567"],
  ["\u202A+49 30 1234567\u202C", "tel:+49301234567"],
  ["TEL:110", "TEL:110"],
  ["https://wa.me/+49 30 1234567", "https://wa.me/49301234567"],
  ["wa.me/+49-30-1234567?text=Hi there", "https://wa.me/49301234567?text=Hi%20there"],
  ["https://wa.me/0049301234567", "https://wa.me/49301234567"],
  ["https://wa.me/message/ABC", "https://wa.me/message/ABC"],
  ["whatsapp://send?phone=49301234567", "whatsapp://send?phone=49301234567"],
  ["whatsapp://send?phone=+49 30 1234567&text=Hi there", "whatsapp://send?phone=49301234567&text=Hi%20there"],
  ["whatsapp://send?text=50% off", "whatsapp://send?text=50%25%20off"],
  ["me@example.com", "mailto:me@example.com"],
  ["me@example.com?subject=Hi", "mailto:me@example.com?subject=Hi"],
  ["me@example.com?subject=Hi there", "mailto:me@example.com?subject=Hi%20there"],
  ["mailto:me@example.com?subject=Hello there", "mailto:me@example.com?subject=Hello%20there"],
  ["mailto: me@example.com", "mailto:me@example.com"],
  ["mailto://me@example.com", "mailto:me@example.com"],
  ["mailto:?subject=Look at this", "mailto:?subject=Look%20at%20this"],
  ["mailto:me@example.com?subject=Order #5", "mailto:me@example.com?subject=Order%20%235"],
  ["mailto:Mira <me@example.com>", "mailto:me@example.com"],
  ["mailto:a@example.com, b@example.com", "mailto:a@example.com,b@example.com"],
  ["o'hara@example.com", "mailto:o'hara@example.com"],
  ["me/dev@example.com", "mailto:me/dev@example.com"],
  ["me@bücher.example", "mailto:me@xn--bcher-kva.example"],
  ["mailto:me@example.com\u200B", "mailto:me@example.com"],
  ["<me@example.com>", "mailto:me@example.com"],
  ["sms:+49301234567", "sms:+49301234567"],
  ["sms:+49 30 1234567?body=Hi there", "sms:+49301234567?body=Hi%20there"],
  ["sms:+49301234567&body=Hi", "sms:+49301234567&body=Hi"],
  ["sms:?body=Hi", "sms:?body=Hi"],
  ["facetime:me@example.com", "facetime:me@example.com"],
  ["facetime://+1 212 555 0100", "facetime://+12125550100"],
  ["geo:52.52,13.405", "geo:52.52,13.405"],
  ["geo:52.52, 13.405?z=12", "geo:52.52,13.405?z=12"],
  ["geo:0,0?q=Kiln Street 5", "geo:0,0?q=Kiln%20Street%205"],
  ["@mira@social.example", "https://social.example/@mira"],
  // Invisible characters.
  ["\u200Ehttps://example.com/", "https://example.com/"],
  ["\u200Bhttps://example.com/", "https://example.com/"],
  ["\u202Ahttps://example.com/\u202C", "https://example.com/"],
  ["\uFEFFhttps://example.com/", "https://example.com/"],
  ["https://example.com/shop\u200B", "https://example.com/shop"],
  ["https://example.com/spring\u00ADsale", "https://example.com/springsale"],
  ["https:\u200B//example.com", "https://example.com"],
  ["https://exam\u200Dple.com/", "https://example.com/"],
  ["https://fa.example.org/می\u200Cخواهم", "https://fa.example.org/می\u200Cخواهم"],
  ["https://example.com/👩\u200D🚀", "https://example.com/👩\u200D🚀"],
  ["<https://example.com>", "https://example.com"],
  ["<https://example.com/my file.pdf>", "https://example.com/my%20file.pdf"],
  ['"https://example.com/x"', "https://example.com/x"],
  ["„https://example.com/x“", "https://example.com/x"],
  ["(https://example.com/x)", "https://example.com/x"],
  ["[Shop](https://example.com/x)", "https://example.com/x"],
  ["URL: https://example.com/x", "https://example.com/x"],
  ["Look: https://example.com/x", "https://example.com/x"],
  ["Look at this (https://example.com/x).", "https://example.com/x"],
  ["https://example.com is great", "https://example.com"],
  ["My shop www.example.com, open daily!", "https://www.example.com"],
  ["Pan https://example.com/Pan_(tool)", "https://example.com/Pan_(tool)"],
  ["The pan\nhttps://example.com/pan", "https://example.com/pan"],
  // Unchanged.
  ["https://Example.com/A%20B", "https://Example.com/A%20B"],
  ["HTTP://example.com", "HTTP://example.com"],
  ["https://example.com/x.", "https://example.com/x."],
  ["https://example.com/?next=https://example.org/", "https://example.com/?next=https://example.org/"],
];

test.each(MEANT)("%j becomes %j, which stays the same", (typed, url) => {
  expect(v.parse(linkUrl, typed)).toBe(url);
  expect(completeLinkUrl(typed)).toBe(url);
  expect(v.parse(linkUrl, url)).toBe(url);
});

const REFUSED: [typed: string, reason: string][] = [
  ["javascript:alert(1)", ". javascript: links can't be used here"],
  ["JavaScript:alert(1)", ". javascript: links can't be used here"],
  ["java\u200Bscript:alert(1)", ". javascript: links can't be used here"],
  ["javascript:alert(1) https://example.com", ". javascript: links can't be used here"],
  ["ftp://example.com/x", ". ftp: links can't be used here"],
  ["file:///C:/shop.html", ". file: links can't be used here"],
  ["facetime-audio:me@example.com", ". facetime-audio: links can't be used here"],
  ["tg://resolve?domain=mira", ". tg: links can't be used here"],
  ["intent://x#Intent;end", ". intent: links can't be used here"],
  ["https://example.com/a https://example.com/b", ". There is more than one link in this text"],
  ["See https://example.com or example.org", ". There is more than one link in this text"],
  ["https://exam\nple.com/x", ". There is a blank or a line break in the middle of it"],
  ["https://example.com/\u0000", ". It contains control characters"],
  ["tel:", ". A phone link needs a number, such as tel:+49301234567"],
  ["https://example.com/pan\nThe pan", ". There is a blank or a line break in the middle of it"],
  ["https://example.com/\r\nSet-Cookie:x", ". There is a blank or a line break in the middle of it"],
  ["mailto:< >", ""],
  ["mailto:example.comé mailto:", ""],
  ["tel:call me", ". A phone link needs a number, such as tel:+49301234567"],
  ["sms:", ". A phone link needs a number, such as tel:+49301234567"],
  ["geo:Berlin", ". A geo: link needs a latitude and a longitude, such as geo:52.52,13.40"],
  ["geo:91,0", ". A geo: link needs a latitude and a longitude, such as geo:52.52,13.40"],
  ["facetime:", ". A FaceTime link needs a number or an address, such as facetime:me@example.com"],
  ["nowhere", ""],
  ["two words", ""],
  ["two words.com", ""],
  ["https://", ""],
  ["https://exam ple.com", ". There is a blank or a line break in the middle of it"],
  ["12.50", ""],
  ["2026-11-26", ""],
  ["110", ""],
  ["localhost:3000", ""],
  ["user@nowhere", ""],
  ["", ""],
];

test.each(REFUSED)("%j is rejected with a reason", (typed, reason) => {
  expect(problemOf(typed)).toBe(`Must be a valid URL${reason}`);
  expect(completeLinkUrl(typed)).toBe(typed);
});

test.each([
  ["", ""],
  [" \u200B\n", ""],
  ["tel:110", "tel:110"],
  ["example.com", "https://example.com"],
])("an item may have no link: %j is %j", (typed, url) => expect(v.parse(optionalLinkUrl, typed)).toBe(url));

test.each(["nowhere", "javascript:alert(1)", "-"])("%j is no link, and not none", (typed) =>
  expect(v.safeParse(optionalLinkUrl, typed).issues?.[0]?.message).toBe(problemOf(typed)),
);

test("a website is a web page, and any other link is rejected with a reason", () => {
  const website = (typed: string) => {
    const { success, output, issues } = v.safeParse(optionalHttpUrl, typed);
    return success ? output : issues[0].message;
  };
  expect(
    ["", " \u200B", "example.com", "me@example.com", "javascript:alert(1)", "nowhere"].map(website),
  ).toEqual([
    "",
    "",
    "https://example.com",
    "Must be a valid URL. mailto: links can't be used here",
    "Must be a valid URL. javascript: links can't be used here",
    "Must be a valid URL",
  ]);
});

test("each known link that was once rejected, misread or rejected without a reason gets its right value", () => {
  const values = Object.values(cases).flat();
  const read = values.map((typed) => {
    const { success, output, issues } = v.safeParse(linkUrl, typed);
    return success ? output : issues[0].message.slice(0, 65);
  });
  expect(read).toEqual([
    "tel:+49301234567",
    "tel:030123456",
    "tel:+49301234567",
    "mailto:me@example.com?subject=Hello%20there",
    "https://wa.me/49301234567?text=Hello%20there",
    "https://example.com/my%20file.pdf",
    "https://example.com/",
    "https://example.com/",
    "https://example.com/",
    "https://example.com/x",
    "https://example.com",
    "https://example.com/shop",
    "tel:+49301234567",
    "https://example.com/springsale",
    "mailto:me@example.com",
    "mailto:me@example.com?subject=Hi",
    "sms:+49301234567",
    "whatsapp://send?phone=49301234567",
    "Must be a valid URL. This one has 2267 characters, and there is r",
  ]);
});

test("reading is idempotent", () => {
  const piece = fc.constantFrom(
    ..."https:// http:// mailto: tel: sms: geo: example.com wa.me/ @ . / ? # & = ; , ( ) < > % + 0 49 30 a é 字 \u200B \u200D \u00AD \\ : [ ] \u0085 |".split(
      " ",
    ),
    " ",
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
      (text) => {
        const { success, output } = v.safeParse(linkUrl, text);
        expect(!success || v.parse(linkUrl, output) === output).toBe(true);
      },
    ),
    { numRuns: 5000 },
  );
});
