import * as fc from "fast-check";

/** Texts that have broken something somewhere: encodings, markup, queries, names with a meaning of their own, numbers that are none. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "", " ", "\u0000", "a\u0000b", "\u001B[31m", "\r\nSet-Cookie: a=b", "\uD800", "a\uDFFFb", "\uFEFF", "\uFFFF",
    "\u200B\u200D\u2060", "\u202Egnp.exe", "שלום العالم", "Z̸̙̈́a̷͚͝l̶̩̀g̵̱͐o̶̬͌", "👩‍👩‍👧‍👦🏳️‍🌈🇺🇳", "ﷺ", "ǅİıſ", "e\u0301",
    "'; drop table user; --", "\" or 1=1", "%' or '%'='", "$ne", "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</style><svg/onload=1>",
    "{{7*7}}", "${7*7}", "=cmd|' /C calc'!A0", "javascript:alert(1)", "data:text/html,x", "http://[::1", "//evil.example", "https://a b", "https://\uD800.example",
    "__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "null", "undefined", "NaN", "true", "0", "-1", "1e309", "9007199254740993", "0x10",
    "../../etc/passwd", "..%2F..", "%E0%A4%A", "%00", "a".repeat(10_000), "é".repeat(3000), "[", "{}", "[1]", "\"", "\\",
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);

/** Any JSON, with the numbers that JavaScript knows and JSON does not, and keys with a meaning of their own. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 0.5, 1e21, -1e308, Number.MAX_SAFE_INTEGER, 2 ** 53, [], {}, [[[[[[]]]]]], { length: 1 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Bodies as they may come over the wire, with whatever Content-Type. */
export const hostileBody: fc.Arbitrary<{ type: string; bytes: Uint8Array<ArrayBuffer> }> = fc.record({
  type: fc.constantFrom(
    "application/json", "application/json; charset=utf-16", "APPLICATION/JSON ", "text/plain", "", "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x", "multipart/form-data; boundary=", "multipart/form-data", "image/png", "application/xml",
  ),
  bytes: fc.oneof(
    fc.constantFrom(
      "", "null", "{", "[]", "{\"__proto__\":{\"isAdmin\":true},\"constructor\":{}}", "{\"a\":1,\"a\":2}", "{\"name\":\"\\ud800\"}", "\uFEFF{}", "NaN", "1e999",
      "[".repeat(5000), "{\"a\":".repeat(500), "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>",
      "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\na\r\n--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nb\r\n--x--\r\n",
      "--x\r\nContent-Disposition: form-data; name=\"__proto__\"\r\n\r\na\r\n--x--\r\n",
      "--x\r\nContent-Disposition: form-data; name=\"image\"; filename=\"../../a.png\"\r\nContent-Type: image/png\r\n\r\nnot a picture\r\n--x--\r\n",
    ).map((text) => new TextEncoder().encode(text)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
  ),
});

/** Headers that make servers do something else than they were asked. */
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  { "Origin": "https://evil.example" }, { "Origin": "null" }, { "Sec-Fetch-Site": "cross-site" }, { "X-User": "somebody-else" }, { "X-HTTP-Method-Override": "DELETE" },
  { "X-Forwarded-For": "127.0.0.1, x" }, { "X-Forwarded-Proto": "https" }, { "X-Forwarded-Host": "evil.example" }, { "Accept": "text/html" }, { "Accept-Encoding": "br;q=9, *" },
  { "If-None-Match": "*" }, { "If-None-Match": "W/\"x\", \"y" }, { "If-Modified-Since": "never" }, { "Range": "bytes=0-0" }, { "Content-Length": "0" }, { "Content-Length": "NaN" },
  { "Transfer-Encoding": "chunked, x" }, { "Content-Encoding": "gzip" }, { "Cookie": "shelv-session=; =; %; shelv-session" }, { "Cookie": "a=%E0%A4%A; b" },
  { "Accept-Language": "\u00FF" }, { "User-Agent": "" }, { "Authorization": "Bearer x" }, { "Last-Event-ID": "9".repeat(2000) },
);

/** What may stand after a path. */
export const hostileTail: fc.Arbitrary<string> = fc.constantFrom(
  "/", "//", "/..", "/%2e%2e/", "%00", "%E0%A4%A", "%", ";a=b", "?", "?id=1&id=2", "?__proto__[a]=1", "?%E0%A4%A=%", "#a", "/a".repeat(500), `/${"a".repeat(8000)}`, ".json", "\\..\\",
);
