import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { completeLinkUrl, linkUrl } from "./link-url.ts";

/** Every runtime has it; this package's types, which hold neither the browser's nor Node's, do not. */
declare const URL: new (text: string) => { protocol: string };

const isTaken = (value: unknown) => v.safeParse(linkUrl, value).success;

const DANGEROUS = [
  // Schemes that run or read something.
  "javascript:alert(1)", "JavaScript:alert(1)", "JAVASCRIPT:alert(1)", "jAvAsCrIpT:alert(1)", "javascript://example.com/%0aalert(1)",
  "javascript:https://example.com", "javascript:/*https://example.com*/alert(1)", "javascript:", "vbscript:msgbox(1)", "VBScript:x", "livescript:x",
  "mocha:x", "data:text/html,<script>alert(1)</script>", "DATA:text/html;base64,PHNjcmlwdD4=", "data:,", "data:image/svg+xml,<svg onload=alert(1)>",
  "file:///etc/passwd", "FILE://host/share", "blob:https://example.com/1b9c", "filesystem:https://example.com/temporary/x", "about:blank",
  "about:srcdoc", "view-source:https://example.com", "jar:https://example.com!/", "chrome://settings", "resource://x", "intent://x#Intent;end",
  "ws://example.com", "wss://example.com", "ftp://example.com", "sms:+49123", "ssh://example.com", "feed:https://example.com", "x:https://example.com",
  "steam://run/1", "ms-word:ofe|u|https://example.com", "urn:isbn:1", "httpss://example.com", "http+unix://x", "shttp://example.com",
  // Blanks and control characters, which browsers skip before and inside a scheme.
  "java\tscript:alert(1)", "java\nscript:alert(1)", "java\rscript:alert(1)", "java\r\nscript:alert(1)", "j a v a s c r i p t:alert(1)",
  "\u0000javascript:alert(1)", "\u0001javascript:alert(1)", "\u0008javascript:alert(1)", "\u000Ejavascript:alert(1)", "\u001Fjavascript:alert(1)",
  "  javascript:alert(1)", "\n\tjavascript:alert(1)", "javascript\t:alert(1)", "javascript\u0000:alert(1)", "java\u0000script:alert(1)",
  "\u007Fjavascript:alert(1)", "\u00A0javascript:alert(1)", "\u2003javascript:alert(1)", "\u2028javascript:alert(1)",
  "https:\n//example.com", "ht\ttps://example.com", "https://exam\nple.com", "https://example.com/a b", "https://example.com/\u0000", "\u0001https://example.com",
  "mailto:\njavascript:alert(1)", "mailto:a@example.com\u0000", "tel:\t1", "tel: 1", "https:// example.com", "https://example.com/\u2028x",
  // Things that nobody sees.
  "\uFEFFjavascript:alert(1)", "\u200Bjavascript:alert(1)", "java\u200Bscript:alert(1)", "\u200Bhttps://example.com", "\u2060https://example.com",
  "\u202Ejavascript:alert(1)", "\u00ADjavascript:alert(1)", "https:\u200B//example.com", "https://\u00AD",
  // Entities and percents, for a reader that decodes once more.
  "&#106;avascript:alert(1)", "&#x6A;avascript:alert(1)", "javascript&colon;alert(1)", "java&Tab;script:alert(1)", "&#0000106avascript:alert(1)",
  "%6Aavascript:alert(1)", "javascript%3Aalert(1)", "java%0Ascript:alert(1)", "%00javascript:alert(1)", "https%3A//example.com",
  "\\u006Aavascript:alert(1)", "\\x6Aavascript:alert(1)",
  // Letters that only look alike.
  "jаvascript:alert(1)", "ｊavascript:alert(1)", "http\u017F://example.com", "javascript\uFF1Aalert(1)", "https\uFF1A//example.com", "ht\u0131ps://example.com",
  // No scheme, or no host.
  "//example.com", "///example.com", "\\\\example.com", "/\\example.com", "\\/example.com", "/path", "./path", "../path", "?query", "#hash", "example.com",
  "www.example.com", "example.com:8080", "example", ":", "://example.com", "http", "http:", "http:/", "http://", "https://", "https:///", "https:///example.com",
  "https:/example.com", "https:example.com", "https:\\\\example.com", "http:/\\example.com", "https://?x", "https://#x", "https://@", "https://:@/", "https://:80",
  "https://example.com:99999", "https://example.com:80a", "https://[::1", "https://exa<mple.com", "https://exam|ple.com", "https://example.com%", "https://%00",
  "https://1.2.3.4.5.999.999:x", "mailto:", "tel:", "mailto", "tel",
  // Nothing, or no text.
  "", " ", "\n", "\u0000", "<script>alert(1)</script>", "\" onclick=\"alert(1)", "'><img src=x onerror=alert(1)>", null, undefined, 5, {}, ["https://example.com"],
];

const HARMLESS = [
  "https://example.com", "http://example.com", "HTTPS://EXAMPLE.COM/A", "hTTp://example.com", "https://example.com/a?b=c#d", "https://example.com:8443/",
  "https://sub.example.co.uk/~me/", "https://例え.jp/テスト", "https://xn--r8jz45g.jp", "https://localhost:3000", "https://127.0.0.1", "https://[::1]/",
  "https://example.com/%0d%0aX:%20y", "https://example.com/?next=javascript:alert(1)", "https://example.com/<script>", "https://javascript:alert@example.com",
  // Credentials stay the owner's affair: a browser shows the host that it goes to.
  "https://user:word@example.com/", "https://example.com@example.org",
  "mailto:me@example.com", "MAILTO:me@example.com?subject=Hello%20you", "tel:+49301234567", "TEL:110",
];

describe("an address that a visitor may be sent to", () => {
  test.each(DANGEROUS)("is never %j", (text) => expect(isTaken(text)).toBe(false));

  test.each(HARMLESS)("may be %j", (text) => expect(isTaken(text)).toBe(true));

  test("loses the blanks around it, and nothing else", () => {
    expect(v.parse(linkUrl, "\n \uFEFFhttps://Example.com/A B".replace(" B", "%20B  "))).toBe("https://Example.com/A%20B");
  });

  test("has at most 2048 characters", () => {
    const long = (length: number) => "https://example.com/".padEnd(length, "a");
    expect([isTaken(long(2048)), isTaken(long(2049))]).toEqual([true, false]);
  });
});

describe("whatever stands around a scheme", () => {
  const SCHEMES = ["javascript", "vbscript", "data", "file", "blob", "ftp", "https", "http", "mailto", "tel"];
  const AFTER = [":", "://", ":/", ":\\\\", "&colon;", "%3A", ":\t//", "\n:"];
  const NOISE = [
    ...Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(code)),
    "\u007F", "\u0080", "\u0085", "\u00A0", "\u00AD", "\u061C", "\u180E", "\u2000", "\u200B", "\u200E", "\u2028", "\u202E", "\u2060", "\u3000", "\uFEFF", "\uFFFD",
    "/", "\\", "//", "#", "?", "@", "\"", "'", "<", "%00", "%0A", "&#10;", "&Tab;", "https://", "mailto:", ".", "",
  ];
  const places = (scheme: string) => [0, 1, Math.floor(scheme.length / 2), scheme.length];

  test.each(SCHEMES)("what is taken with %s in it has one of the four protocols, and begins with it as written", (scheme) => {
    const upper = [scheme, scheme.toUpperCase()];
    const texts = upper.flatMap((name) => NOISE.flatMap((noise) => AFTER.flatMap((after) => places(name).map((at) =>
      `${name.slice(0, at)}${noise}${name.slice(at)}${after}example.com/alert(1)`))));
    const taken = texts.flatMap((text) => {
      const result = v.safeParse(linkUrl, text);
      return result.success ? [result.output] : [];
    });
    const wrong = taken.filter((text) => {
      const { protocol } = new URL(text);
      return !["http:", "https:", "mailto:", "tel:"].includes(protocol) || !text.toLowerCase().startsWith(protocol);
    });
    expect(wrong).toEqual([]);
    // A check that takes nothing would prove nothing.
    expect(taken.length).toBeGreaterThan(0);
  });
});

test("half of a character stands in no address", () => {
  expect([v.is(linkUrl, "https://example.com/\uD83D"), v.is(linkUrl, "https://example.com/😀")]).toEqual([false, true]);
});

test.each([
  ["example.com", "https://example.com"], ["example.com/a", "https://example.com/a"], [" example.com ", "https://example.com"],
  ["example.com:8080/a", "https://example.com:8080/a"], ["sub.example.co.uk?x=1", "https://sub.example.co.uk?x=1"], ["192.168.1.1", "https://192.168.1.1"],
  ["例え.jp", "https://例え.jp"], ["me@example.com", "mailto:me@example.com"], [" me+you@example.com", "mailto:me+you@example.com"],
  ["user:word@example.com", "user:word@example.com"], ["example.com/@me", "https://example.com/@me"],
  ["https://example.com", "https://example.com"], ["HTTP://example.com", "HTTP://example.com"], ["mailto:me@example.com", "mailto:me@example.com"],
  ["tel:+49123", "tel:+49123"], ["tel:110", "tel:110"], ["javascript:alert(1)", "javascript:alert(1)"], ["javascript:1", "javascript:1"],
  ["", ""], ["  ", ""], ["example", "example"], ["a.b", "a.b"], ["two words.com", "two words.com"], ["//example.com", "//example.com"], ["/a.com", "/a.com"],
  ["localhost:3000", "localhost:3000"],
])("%j is completed to %j", (typed, expected) => {
  expect(completeLinkUrl(typed)).toBe(expected);
});
