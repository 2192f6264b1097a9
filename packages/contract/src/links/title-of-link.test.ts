import * as fc from "fast-check";
import { expect, test } from "vitest";
import * as v from "valibot";
import { itemFields } from "#rows/item";
import { completeLinkUrl, linkUrl } from "#values/link-url";
import { isTitleOfLink, titleOfLink } from "./title-of-link.ts";

test.each([
  ["https://shop.example.org/p/speckled-stoneware-mug", "Speckled stoneware mug"],
  ["https://example.org/speckled-stoneware-mug/", "Speckled stoneware mug"],
  ["https://example.org/blue_mug.html?utm_source=a&fbclid=b#reviews", "Blue mug"],
  ["https://example.org/Blue+Mug.PDF", "Blue Mug"],
  ["https://example.org/listing/1234567/blue-mug", "Blue mug"],
  ["https://example.org/blue-mug/1234567", "Blue mug"],
  ["https://example.org/blue-mug-p123456", "Blue mug"],
  ["https://example.org/My-mugs-0123456789abcdef0123456789abcdef", "My mugs"],
  ["https://example.org/my-mugs-1a2b3c4d5e6f", "My mugs"],
  ["https://example.org/blue-mug/3f2504e0-4f89-11d3-9a0c-0305e82c3301", "Blue mug"],
  ["https://www.amazon.example/Lodge-Iron-Skillet/dp/B00006JSUA/ref=sr_1_1?psc=1", "Lodge Iron Skillet"],
  ["https://example.org/2024/05/13/ten-mugs-i-like", "Ten mugs i like"],
  ["https://example.org/posts/2024-05-13-ten-mugs", "Ten mugs"],
  ["https://example.org/iphone15-case-2nd-edition", "Iphone15 case 2nd edition"],
  ["https://example.org/mug;jsessionid=A1B2", "Mug"],
  ["https://example.org/mugs/watch?v=dQw4w9WgXcQ", "Mugs"],
  ["https://example.org/app#/products/blue-mug?from=a", "Blue mug"],
  ["https://example.org/@mira.makes/video/7234567890123456789", "@mira.makes"],
  ["https://example.org/profile/mira.example.social/post/3k44dheubwk2m", "mira.example.social"],
  ["https://example.org/%E9%99%B6%E5%99%A8-%E3%83%9E%E3%82%B0", "陶器 マグ"],
  ["https://example.org/陶", "陶"],
  ["https://example.org/кружка-ручной-работы", "Кружка ручной работы"],
  ["https://example.org/%D9%83%D9%88%D8%A8-%D8%AE%D8%B2%D9%81", "كوب خزف"],
  ["https://example.org/gr%C3%BCne-tasse", "Grüne tasse"],
  ["https://example.org/100%-wool", "100% wool"],
  ["https://example.org/gr%FCne-tasse", "Gr ne tasse"],
  ["https://example.org/blue%00%E2%80%AEmug", "Blue mug"],
])("the title of %s is %s", (url, title) => {
  expect(titleOfLink(url)).toBe(title);
});

test.each([
  "https://www.example.org",
  "https://example.org/?utm_source=blue-mug",
  "https://example.org/1234567",
  "https://example.org/en-us/p/42",
  "https://example.org/index.php?id=3",
  "https://example.org/watch?v=dQw4w9WgXcQ",
  "https://example.org/dQw4w9WgXcQ",
  "https://example.org/dQwXwYWgXcQ",
  "https://example.org/3xYzAb",
  "https://example.org/track/4cOdK2wGLETKBW3PvgPWqT",
  "https://example.org/3f2504e0-4f89-11d3-9a0c-0305e82c3301",
  "https://example.org/d41d8cd98f00b204e9800998ecf8427e.jpg",
  "https://example.org/%E2%80%AE",
])("%s has no words, so its site's name is the title", (url) => {
  expect(titleOfLink(url)).toBe("example.org");
  expect(titleOfLink(url, "Cups & Co")).toBe("Cups & Co");
});

test.each([
  ["mailto:ada@example.org?subject=mugs", "ada@example.org"],
  ["tel:+49301234567", "+49301234567"],
  ["geo:52.52,13.40", "geo:52.52,13.40"],
])("the title of %s, which has no page, is %s", (url, title) => {
  expect(titleOfLink(url)).toBe(title);
});

test("each link has a title that an item may have, and is recognised by it", () => {
  const link = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string({ unit: "grapheme", maxLength: 400 }).map((path) => `https://example.org/${path}`),
    fc
      .string({ unit: "binary", maxLength: 400 })
      .map((path) => `https://example.org/${encodeURIComponent(path)}`),
    fc.emailAddress(),
  );
  fc.assert(
    fc.property(link, (typed) => {
      const url = completeLinkUrl(typed);
      fc.pre(v.is(linkUrl, url));
      const title = titleOfLink(url);
      expect(v.parse(itemFields.entries.title, title)).toBe(title);
      expect(isTitleOfLink({ title, url })).toBe(true);
    }),
  );
});

test("the host's name, which the build before takes, is not typed either; another title is", () => {
  const url = "https://www.example.org/blue-mug";
  expect(isTitleOfLink({ title: "example.org", url })).toBe(true);
  expect(isTitleOfLink({ title: "Blue mug!", url })).toBe(false);
});
