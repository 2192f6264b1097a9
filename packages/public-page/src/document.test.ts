import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import { analyticsRoutes } from "@shelv/contract/routes/analytics";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pageDocument } from "./document.tsx";
import type { PageData, PageItem, PagePicture } from "./page-data.ts";
import { OWNER_HINT_KEY } from "./owner-hint-key.ts";
import { PAGE_SCRIPT } from "./page-script.ts";

const PARTS = {
  css: "p{color:red}",
  style: "",
  script: "void 0",
  publicUrl: "https://shelv.example",
  address: "https://shelv.example/Mira",
  ogImagePath: "/media/preview/Mira/0123456789abcdef.jpg",
};
const ITEM: PageItem = {
  id: "i1",
  title: "Mug",
  url: "https://example.com/mug",
  description: "",
  price: "",
  emoji: "☕",
  object: null,
  categoryIds: [],
  picture: null,
  clicks: null,
};
const { id: _, ...appearance } = FIRST_SINGLES.appearance;
const PAGE: PageData = {
  username: "Mira",
  displayName: "Mira Lindqvist",
  title: "",
  bio: "",
  website: "",
  location: "",
  picture: null,
  appearance,
  socialLinks: [],
  shelves: [],
};

const withItems = (...items: Partial<PageItem>[]): PageData => ({
  ...PAGE,
  shelves: [
    {
      id: "s1",
      name: "Kiln",
      description: "",
      emoji: "",
      categories: [],
      items: items.map((item, index) => ({ ...ITEM, id: `i${index}`, ...item })),
    },
  ],
});
const SHA = "a".repeat(64);
const pictureOf = (width: number, height: number): PagePicture => ({
  sha256: SHA,
  shape: { width, height, isAnimated: false },
});
const html = (page: PageData) => pageDocument(page, PARTS);

const linkedDataOf = (page: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? "");

describe("text from an owner", () => {
  test("can open no tag anywhere in the document", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (noise) => {
        const evil = `${noise}"'><script>alert(1)</script><img src=x onerror=alert(1)></style>`;
        const page = html({
          ...withItems({ title: evil, description: evil, price: evil, emoji: evil }),
          displayName: evil,
          bio: evil,
        });
        expect(page).not.toContain("<script>alert");
        expect(page).not.toContain("<img src=x");
        expect(page.match(/<script/g)).toHaveLength(2);
        expect(page.match(/<\/script/gi)).toHaveLength(2);
        expect(page.match(/<\/style/g)).toHaveLength(1);
      }),
    );
  });

  test.each([
    "javascript:alert(1)",
    " JavaScript:alert(1)",
    "java\tscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "//evil.example",
    "not an address",
    "",
  ])("is not a link when the address is %j, and the item still shows", (url) => {
    const page = html(withItems({ url, title: "Still here" }));
    expect(page).toContain("Still here");
    expect(page).not.toContain('target="_blank"');
    expect(page).not.toMatch(/href="\s*(?:java|data|vbs)/i);
  });

  test("gives no address with a scheme that links may not have", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.stringMatching(/^[a-z]{1,12}:.{0,20}$/)), (url) => {
        const address = /<a class="shelv-item" href="([^"]*)"/.exec(html(withItems({ url })))?.[1];
        expect(address ?? "https:").toMatch(/^(?:https?|mailto|tel|sms|whatsapp|facetime|geo):/i);
      }),
    );
  });
});

test("a name without an address is text to copy, with the platform's mark", () => {
  const page = html({
    ...PAGE,
    socialLinks: [
      { platform: "discord", url: null, text: "mira.k<" },
      { platform: "github", url: "https://github.com/mira", text: null },
    ],
  });
  expect(page).toMatch(
    /<span class="shelv-social shelv-social-name"[^>]*><svg [^>]*role="img" aria-label="Discord">.*?<bdi>mira\.k&lt;<\/bdi><\/span>/,
  );
  expect(page).toContain('"sameAs":["https://github.com/mira"]');
});

describe("an item", () => {
  test("opens in a new tab without opener and without endorsement", () => {
    expect(html(withItems({}))).toMatch(
      /href="https:\/\/example.com\/mug" [^>]*target="_blank" rel="noopener ugc nofollow"/,
    );
  });

  test.each([
    "mailto:me@example.com",
    "tel:+49301234567",
    "sms:+49301234567",
    "whatsapp://send?phone=49301234567",
    "facetime:me@example.com",
    "geo:52.52,13.405",
  ])("that leads to an app opens no empty tab, and its clicks count like any other: %s", (url) => {
    const page = html(withItems({ id: "i7", url }));
    expect(page).toContain(
      `href="${url}" ping="${analyticsRoutes.track.path}?username=Mira&amp;eventType=click&amp;itemId=i7" rel="noopener ugc nofollow"`,
    );
    expect(page).not.toContain('target="_blank"');
  });

  test("that was stored with invisible characters leads where its owner meant", () => {
    expect(html(withItems({ url: "https://example.com/shop\u200B" }))).toContain(
      'href="https://example.com/shop"',
    );
  });

  test("reports its clicks by ping without script, to the address that counts them", () => {
    expect(html(withItems({ id: "i7" }))).toContain(
      `ping="${analyticsRoutes.track.path}?username=Mira&amp;eventType=click&amp;itemId=i7"`,
    );
    expect(PAGE_SCRIPT).toContain(`"${analyticsRoutes.track.path}"`);
  });

  test("without a picture shows its emoji", () => {
    expect(html(withItems({ emoji: "☕" }))).toContain(">☕</span>");
    // A card has space for one: a longer text would cover its neighbours.
    expect(html(withItems({ emoji: "👩🏽‍🚀 and much more" }))).toContain(">👩🏽‍🚀</span>");
  });

  test("with neither picture nor emoji is a drawn object, whose drawing is sent once", () => {
    const bare = { emoji: "", title: "Mug" };
    const page = html(withItems(bare, bare, { emoji: "☕", title: "Vase" }));
    expect(page.match(/<use href="#shelv-mug"/g)).toHaveLength(2);
    expect(page.match(/ id="shelv-[^"]*"/g)).toEqual([' id="shelv-mug"']);
    expect(html(withItems({ emoji: "☕" }))).not.toContain("<use");
  });

  test("with neither picture nor emoji has its site's mark", () => {
    const url = "https://open.spotify.com/album/1";
    expect(html(withItems({ emoji: "", url }))).toContain('<svg class="shelv-mark"');
    expect(html(withItems({ emoji: "☕", url }))).not.toContain("shelv-mark");
    expect(html(withItems({ emoji: "", url, picture: pictureOf(4, 3) }))).not.toContain("shelv-mark");
  });

  test("shows how often it was clicked, but not a zero", () => {
    expect(html(withItems({ clicks: 1 }))).toContain(">1 click<");
    expect(html(withItems({ clicks: 0 }))).not.toContain("click<");
    expect(html(withItems({ clicks: 0 }))).not.toContain("0 click");
  });

  test("opens its whole description, or a title that a caption cuts off, without script", () => {
    const description = `${"x".repeat(100)}<`;
    expect(html(withItems({ description }))).toMatch(
      /<details class="shelv-about" dir="auto"><summary aria-label="Details of Mug">⋯<\/summary>x{100}&lt;<\/details>/,
    );
    const title = "A hand-painted Portuguese tile from Lisbon";
    expect(html(withItems({ title }))).toContain(`⋯</summary><span>${title}</span></details>`);
    expect(html(withItems({}))).not.toContain("<details");
  });

  test("with a picture offers it as AVIF and WebP, in its own shape", () => {
    const page = html(withItems({ picture: pictureOf(1200, 900) }));
    expect(page).toContain(
      `<source type="image/avif" srcSet="/media/${SHA}/160.avif 160w,/media/${SHA}/320.avif 320w,/media/${SHA}/640.avif 640w"`,
    );
    expect(page).toContain(
      `srcSet="/media/${SHA}/160.webp 160w,/media/${SHA}/320.webp 320w,/media/${SHA}/640.webp 640w"`,
    );
    expect(page).toContain('class="shelv-picture shelv-wide"');
    expect(page).toContain('sizes="(min-width:48em) 132px,116px" width="1200" height="900"');
  });

  test("with a picture taller than the board allows is as wide as its shape leaves", () => {
    const page = html(withItems({ picture: pictureOf(300, 600) }));
    expect(page).toContain('class="shelv-picture shelv-tall"');
    expect(page).toContain('sizes="(min-width:48em) 78px,68px" width="300" height="600"');
  });

  test("with a picture of unknown shape is still drawn", () => {
    const page = html(withItems({ picture: { sha256: SHA, shape: null } }));
    expect(page).not.toContain("avif");
    expect(page).not.toMatch(/<img[^>]* (?:width|height)=/);
    expect(page).toContain(`src="/media/${SHA}/160.webp"`);
  });

  test("shows at most 75 characters of its description", () => {
    expect(html(withItems({ description: "x".repeat(100) }))).toContain(`title="${"x".repeat(75)}..."`);
  });
});

describe("a shelf", () => {
  const itemsOf = (count: number) => withItems(...Array.from({ length: count }, () => ({})));

  test("with more items than a row shows leads to all of them, and back, by anchor", () => {
    const page = html(itemsOf(8));
    expect(page).toContain('<header class="shelv-shelf-heading" id="all-s1">');
    expect(page).toContain('<a class="shelv-all" href="#all-s1">See all 8</a>');
    expect(page).toMatch(/<h2 class="shelv-shelf-name" dir="auto" id="row-s1">/);
    expect(page).toContain('<a class="shelv-all shelv-less" href="#row-s1">Show less</a>');
  });

  test("that fits the widest row has no such link", () => {
    expect(html(itemsOf(7))).not.toContain("See all");
  });
});

describe("a page with more than it can show", () => {
  const NAMED = { id: "s1", name: "Kiln", description: "", emoji: "", categories: [] };

  test("says how many items and shelves are not shown, once", () => {
    const page = html({ ...withItems({}), leftOut: { shelves: 1, items: 3000 } });
    expect(page.match(/not shown on this page/g)).toHaveLength(1);
    expect(page).toContain("3,000 more items and 1 more shelf are not shown on this page.");
    expect(html({ ...withItems({}), leftOut: { shelves: 0, items: 1 } })).toContain(
      "1 more item is not shown on this page.",
    );
    expect(html({ ...withItems({}), leftOut: { shelves: 0, items: 0 } })).not.toContain("not shown");
  });

  test("does not call a shelf empty when its items are left out", () => {
    const page = html({ ...PAGE, shelves: [{ ...NAMED, items: [], itemsLeftOut: 5 }] });
    expect(page).toContain("5 more items are not shown on this page.");
    expect(page).not.toContain("No items in this shelf yet.");
  });

  test("gives an item a class for each of its chips, and never shows more than 100 chips per shelf", () => {
    const categories = Array.from({ length: 1000 }, (_, at) => ({ id: `c${at}`, name: `Category ${at}` }));
    const categoryIds = categories.slice(50, 150).map(({ id }) => id);
    const page = html({
      ...PAGE,
      shelves: [
        {
          ...NAMED,
          categories,
          items: [
            { ...ITEM, categoryIds },
            { ...ITEM, id: "i2" },
          ],
        },
      ],
    });
    expect(page.match(/<input type="radio"/g)).toHaveLength(101);
    expect(page.match(/shelv-in-\d+/g)).toHaveLength(50);
    expect(page).toContain("shelv-in-51 shelv-in-52");
  });
});

describe("a page", () => {
  test("loads the pictures of its first shelf at once and the others when they come near", () => {
    const { shelves } = withItems({ picture: pictureOf(400, 300) });
    const page = html({
      ...PAGE,
      shelves: [...shelves, ...shelves.map((shelf) => ({ ...shelf, id: "s2" }))],
    });
    const [first, second] = page.match(/<img[^>]*>/g) ?? [];
    expect(first).not.toContain("lazy");
    expect(second).toContain('loading="lazy"');
  });

  test("says so when it has no shelves, and a shelf when it has no items", () => {
    expect(html(PAGE)).toContain("This user hasn&#x27;t created any shelves yet.");
    expect(html(withItems())).toContain("No items in this shelf yet.");
  });

  test("uses the username where there is no display name", () => {
    expect(html({ ...PAGE, displayName: "" })).toContain('<h1 class="shelv-name" dir="auto">Mira</h1>');
  });

  test("has absolute URLs for itself and its picture, for sharing", () => {
    const page = html({ ...PAGE, picture: pictureOf(400, 300) });
    expect(page).toContain('<link rel="canonical" href="https://shelv.example/Mira"/>');
    expect(page).toContain(
      '<meta property="og:image" content="https://shelv.example/media/preview/Mira/0123456789abcdef.jpg"/>',
    );
    expect(page).toContain('<meta name="twitter:card" content="summary_large_image"/>');
    for (const part of ["width", "height", "alt"])
      expect(page).toContain(`<meta property="og:image:${part}"`);
    expect(linkedDataOf(page)).toMatchObject({
      "@type": "ProfilePage",
      url: "https://shelv.example/Mira",
      mainEntity: { name: "Mira Lindqvist", image: `https://shelv.example/media/${SHA}/640.webp` },
    });
  });

  test("uses the given canonical address if it is not below the app's, and links back to the app with an absolute URL", () => {
    const page = pageDocument(PAGE, { ...PARTS, address: "https://mira.example/" });
    expect(page).toContain('<link rel="canonical" href="https://mira.example/"/>');
    expect(page).toContain('<meta property="og:url" content="https://mira.example/"/>');
    expect(linkedDataOf(page)).toMatchObject({ url: "https://mira.example/" });
    expect(page).toContain('<a class="shelv-credit" href="https://shelv.example/">');
  });

  test("gives search engines exactly what was typed, without ending its own tag", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (noise) => {
        const bio = `</script><!--<script>${noise}\u2028&amp;`;
        expect(linkedDataOf(html({ ...PAGE, bio, title: "x" }))).toMatchObject({
          mainEntity: { description: bio, jobTitle: "x" },
        });
      }),
    );
  });

  test("prints its address and QR code, which only paper shows", () => {
    const printedCode = { side: 2, path: "M0 .5h1" };
    expect(pageDocument(PAGE, { ...PARTS, printedCode })).toContain(
      '<aside class="shelv-sheet"><svg viewBox="0 0 2 2" aria-hidden="true"><path d="M0 .5h1" stroke="#000"></path></svg><br/>shelv.example/Mira</aside>',
    );
    expect(pageDocument(PAGE, { ...PARTS, address: null, printedCode })).not.toContain("<aside");
  });

  test("has no absolute URL where the server does not know its public URL", () => {
    const page = pageDocument(
      { ...PAGE, picture: pictureOf(400, 300) },
      { ...PARTS, publicUrl: null, address: null },
    );
    expect(page).not.toContain("canonical");
    expect(page).not.toMatch(/(?:og|twitter):(?:url|image)/);
    expect(page).toContain('<meta name="twitter:card" content="summary"/>');
    expect(JSON.stringify(linkedDataOf(page))).not.toContain("media");
  });

  test("contains nothing that its CSP forbids: no style attributes and no handlers", () => {
    const page = html(withItems({ picture: pictureOf(400, 300) }, { price: "$1" }));
    expect(page).not.toMatch(/\sstyle=/);
    expect(page).not.toMatch(/\son\w+=/);
  });
});

test("the script greets the owner by the name that the app stores", () => {
  expect(PAGE_SCRIPT).toContain(`"${OWNER_HINT_KEY}"`);
});

test("the page's script calls itself, and cannot close its own tag", () => {
  expect(PAGE_SCRIPT).toMatch(/^\(function enliven\(page\)[\s\S]+\)\(window\)$/);
  expect(PAGE_SCRIPT).not.toContain("</");
});

test("the page's script has no comments and no indents, and its strings are whole", () => {
  expect(PAGE_SCRIPT).not.toMatch(/\/\/|\n\s|, /);
  expect(PAGE_SCRIPT).toContain('"Next items"');
});
