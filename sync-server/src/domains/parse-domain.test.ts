import { expect, test } from "vitest";
import { parseDomain } from "./parse-domain.ts";

const OURS = ["shelv.example", "shelv.app"];

test.each([
  ["www.example.com", "www.example.com"],
  [" Example.COM. ", "example.com"],
  ["https://example.com/about?x=1", "example.com"],
  ["http://example.com:8080/", "example.com"],
  ["bücher.de", "xn--bcher-kva.de"],
  ["BÜCHER。de", "xn--bcher-kva.de"],
  ["xn--bcher-kva.de", "xn--bcher-kva.de"],
  ["ada.github.io", "ada.github.io"],
  ["notshelv.app", "notshelv.app"],
  ["a.b.c.co.uk", "a.b.c.co.uk"],
  // 246 characters.
  [`${"a.".repeat(121)}info`, `${"a.".repeat(121)}info`],
])("'%s' is the domain %s", (typed, name) => {
  expect(parseDomain(typed, OURS)).toBe(name);
});

test.each<[string, string]>([
  ["localhost", "This is not a domain"],
  ["not a name", "This is not a domain"],
  ["", "This is not a domain"],
  ["-a.com", "This is not a domain"],
  ["a..com", "This is not a domain"],
  ["under_score.com", "This is not a domain"],
  ["*.example.com", "This is not a domain"],
  ["me@example.com", "This is not a domain"],
  ["example.com\\@shelv.example", "This is not a domain"],
  [`${"a".repeat(64)}.com`, "This is not a domain"],
  [`${"a.".repeat(122)}com`, "This is not a domain"],
  ["xn--zzzzzz--.com", "This is not a domain"],
  ["192.0.2.7", "This is the address of a computer"],
  ["0x7f.1", "This is the address of a computer"],
  ["com", "This is not a domain"],
  ["co.uk", "co.uk is shared by many people"],
  ["github.io", "github.io is shared by many people"],
  ...[
    "foo.onion",
    "printer.internal",
    "nas.local",
    "a.test",
    "my.example",
    "x.invalid",
    "app.localhost",
    "router.home.arpa",
    "7.113.0.203.in-addr.arpa",
    "name.alt",
  ].map((name): [string, string] => [name, `${name} is no name of the public DNS`]),
  ["a.nonsense", "There are no domains that end in .nonsense"],
  ["2130706433", "This is the address of a computer"],
  ["[2001:db8::1]", "This is not a domain"],
  ["http://example.com\\@evil.com", "This is not a domain"],
  ["example.com%00.evil.com", "This is not a domain"],
  ["shelv.app", "shelv.app belongs to this server"],
  ["SHELV.app.", "shelv.app belongs to this server"],
  ["ⓢhelv.app", "shelv.app belongs to this server"],
  ["ada.shelv.app", "ada.shelv.app belongs to this server"],
  ["www.shelv.example", "www.shelv.example belongs to this server"],
])("'%s' is rejected: %s", (typed, sentence) => {
  expect(() => parseDomain(typed, OURS)).toThrow(sentence);
});
