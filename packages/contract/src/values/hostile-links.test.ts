import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { linkUrl } from "./link-url.ts";

declare const URL: new (text: string) => { protocol: string };

const DANGEROUS = [
  // Schemes that run or read something.
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "JAVASCRIPT:alert(1)",
  "jAvAsCrIpT:alert(1)",
  "javascript://example.com/%0aalert(1)",
  "javascript:https://example.com",
  "javascript:/*https://example.com*/alert(1)",
  "javascript:",
  "vbscript:msgbox(1)",
  "VBScript:x",
  "livescript:x",
  "mocha:x",
  "data:text/html,<script>alert(1)</script>",
  "DATA:text/html;base64,PHNjcmlwdD4=",
  "data:,",
  "data:image/svg+xml,<svg onload=alert(1)>",
  "file:///etc/passwd",
  "FILE://host/share",
  "blob:https://example.com/1b9c",
  "filesystem:https://example.com/temporary/x",
  "about:blank",
  "about:srcdoc",
  "view-source:https://example.com",
  "jar:https://example.com!/",
  "chrome://settings",
  "resource://x",
  "intent://x#Intent;end",
  "ws://example.com",
  "wss://example.com",
  "ftp://example.com",
  "ssh://example.com",
  "feed:https://example.com",
  "x:https://example.com",
  "steam://run/1",
  "ms-word:ofe|u|https://example.com",
  "urn:isbn:1",
  "httpss://example.com",
  "http+unix://x",
  "shttp://example.com",
  // Whitespace and control characters, which browsers ignore before and inside a scheme.
  "java\tscript:alert(1)",
  "java\nscript:alert(1)",
  "java\rscript:alert(1)",
  "java\r\nscript:alert(1)",
  "j a v a s c r i p t:alert(1)",
  "\u0000javascript:alert(1)",
  "\u0001javascript:alert(1)",
  "\u0008javascript:alert(1)",
  "\u000Ejavascript:alert(1)",
  "\u001Fjavascript:alert(1)",
  "  javascript:alert(1)",
  "\n\tjavascript:alert(1)",
  "javascript\t:alert(1)",
  "javascript\u0000:alert(1)",
  "java\u0000script:alert(1)",
  "\u007Fjavascript:alert(1)",
  "\u00A0javascript:alert(1)",
  "\u2003javascript:alert(1)",
  "\u2028javascript:alert(1)",
  "https:\n//example.com",
  "ht\ttps://example.com",
  "https://exam\nple.com",
  "https://example.com/\u0000",
  "\u0001https://example.com",
  "mailto:\njavascript:alert(1)",
  "mailto:a@example.com\u0000",
  "https:// example.com",
  // Invisible characters.
  "\uFEFFjavascript:alert(1)",
  "\u200Bjavascript:alert(1)",
  "java\u200Bscript:alert(1)",
  "java\u2060script:alert(1)",
  "\u202Ejavascript:alert(1)",
  "\u00ADjavascript:alert(1)",
  "https://\u00AD",
  // Entities and percent-encoding, for a reader that decodes once more.
  "&#106;avascript:alert(1)",
  "&#x6A;avascript:alert(1)",
  "javascript&colon;alert(1)",
  "java&Tab;script:alert(1)",
  "&#0000106avascript:alert(1)",
  "%6Aavascript:alert(1)",
  "javascript%3Aalert(1)",
  "java%0Ascript:alert(1)",
  "%00javascript:alert(1)",
  "https%3A//example.com",
  "\\u006Aavascript:alert(1)",
  "\\x6Aavascript:alert(1)",
  // Lookalike letters.
  "jаvascript:alert(1)",
  "ｊavascript:alert(1)",
  "http\u017F://example.com",
  "javascript\uFF1Aalert(1)",
  "https\uFF1A//example.com",
  "ht\u0131ps://example.com",
  // No scheme, or no host.
  "//example.com",
  "///example.com",
  "\\\\example.com",
  "/\\example.com",
  "\\/example.com",
  "/path",
  "../path",
  "../../path",
  "?query",
  "#hash",
  "example",
  ":",
  "://example.com",
  "http",
  "http:",
  "http:/",
  "http://",
  "https://",
  "https:///",
  "https:///example.com",
  "https:/example.com",
  "https:example.com",
  "https:\\\\example.com",
  "http:/\\example.com",
  "https://?x",
  "https://#x",
  "https://@",
  "https://:@/",
  "https://:80",
  "https://example.com:99999",
  "https://example.com:80a",
  "https://[::1",
  "https://exa<mple.com",
  "https://exam|ple.com",
  "https://example.com%",
  "https://%00",
  "https://1.2.3.4.5.999.999:x",
  "mailto:",
  "tel:",
  "mailto",
  "tel",
  // Empty, or no text.
  "",
  " ",
  "\n",
  "\u0000",
  "<script>alert(1)</script>",
  '" onclick="alert(1)',
  "'><img src=x onerror=alert(1)>",
  null,
  undefined,
  5,
  {},
  ["https://example.com"],
];

test.each(DANGEROUS)("a link's address is never %j", (text) => expect(v.is(linkUrl, text)).toBe(false));

describe("any text around a scheme", () => {
  const SCHEMES = ["javascript", "vbscript", "data", "file", "blob", "ftp", "https", "http", "mailto", "tel"];
  const AFTER = [":", "://", ":/", ":\\\\", "&colon;", "%3A", ":\t//", "\n:"];
  const NOISE = [
    ...Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(code)),
    "\u007F",
    "\u0080",
    "\u0085",
    "\u00A0",
    "\u00AD",
    "\u061C",
    "\u180E",
    "\u2000",
    "\u200B",
    "\u200E",
    "\u2028",
    "\u202E",
    "\u2060",
    "\u3000",
    "\uFEFF",
    "\uFFFD",
    "/",
    "\\",
    "//",
    "#",
    "?",
    "@",
    '"',
    "'",
    "<",
    "%00",
    "%0A",
    "&#10;",
    "&Tab;",
    "https://",
    "mailto:",
    ".",
    "",
  ];
  const places = (scheme: string) => [0, 1, Math.floor(scheme.length / 2), scheme.length];

  test.each(SCHEMES)(
    "what is accepted with %s in it has one of the allowed protocols, and starts with it as written",
    (scheme) => {
      const upper = [scheme, scheme.toUpperCase()];
      const texts = upper.flatMap((name) =>
        NOISE.flatMap((noise) =>
          AFTER.flatMap((after) =>
            places(name).map(
              (at) => `${name.slice(0, at)}${noise}${name.slice(at)}${after}example.com/alert(1)`,
            ),
          ),
        ),
      );
      const taken = texts.flatMap((text) => {
        const result = v.safeParse(linkUrl, text);
        return result.success ? [result.output] : [];
      });
      const wrong = taken.filter((text) => {
        const { protocol } = new URL(text);
        return (
          !["http:", "https:", "mailto:", "tel:", "sms:"].includes(protocol) ||
          !text.toLowerCase().startsWith(protocol)
        );
      });
      expect(wrong).toEqual([]);
      // If nothing were accepted, this test would prove nothing.
      expect(taken.length).toBeGreaterThan(0);
    },
  );
});

test("no address contains half of a surrogate pair", () => {
  expect([v.is(linkUrl, "https://example.com/\uD83D"), v.is(linkUrl, "https://example.com/😀")]).toEqual([
    false,
    true,
  ]);
});
