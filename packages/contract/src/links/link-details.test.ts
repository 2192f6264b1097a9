import { expect, test } from "vitest";
import { hostOf, linkKey } from "./link-details.ts";

test.each([
  ["https://www.example.org/mug", "example.org"],
  ["https://shop.example.org:8443/", "shop.example.org"],
  ["http://127.0.0.1/", "127.0.0.1"],
  ["mailto:ada@example.org", "mailto:ada@example.org"],
  ["nonsense", "nonsense"],
])("an item without a title is named after its host: %s is %s", (url, name) => {
  expect(hostOf(url)).toBe(name);
});

test.each([
  ["https://example.org/mug", "http://www.example.org/mug"],
  ["https://example.org/mug", "https://example.org/mug/"],
  ["https://example.org/mug", "https://example.org/mug#reviews"],
  ["https://example.org/mug", "https://example.org/mug?utm_source=a&utm_medium=b&fbclid=c"],
  ["https://example.org/mug?a=1&b=2", "https://example.org/mug?b=2&a=1"],
  ["https://example.org/", "https://example.org"],
  ["https://m.example.org/a", "https://example.org/a"],
  ["https://EXAMPLE.org/a", "https://example.org/a"],
])("%s and %s show the same page", (one, other) => {
  expect(linkKey(one)).toBe(linkKey(other));
});

test.each([
  ["https://example.org/mug", "https://example.org/Mug"],
  ["https://example.org/mug", "https://example.com/mug"],
  ["https://example.org/mug?id=1", "https://example.org/mug?id=2"],
  ["https://example.org/#/a", "https://example.org/#/b"],
  ["https://example.org/", "https://example.org:8443/"],
  ["https://m.org/", "https://org/"],
  ["mailto:ada@example.org", "mailto:eve@example.org"],
])("%s and %s show different pages", (one, other) => {
  expect(linkKey(one)).not.toBe(linkKey(other));
});
