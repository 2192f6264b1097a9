import { type Appearance, SHELF_BACKGROUNDS } from "@shelv/contract/rows/appearance";
import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import { describe, expect, test } from "vitest";
import type { PageItem } from "#page-data";
import { barColors, pageStyle, type StyledPage } from "./page-style.ts";

const { id: _, ...FIRST } = FIRST_SINGLES.appearance;
const NOBODY = { website: "", location: "", socialLinks: [] };
const shelfWith = (categories: number) => ({
  id: "s",
  name: "",
  description: "",
  emoji: "",
  items: [],
  categories: Array.from({ length: categories }, (_, at) => ({ id: String(at), name: "c" })),
});
const styleOf = (appearance: Partial<Appearance>, categories = 0, ownCss = "") =>
  pageStyle({ ...NOBODY, appearance: { ...FIRST, ...appearance }, shelves: [shelfWith(categories)] }, ownCss);

describe("a page's own style", () => {
  test('follows the visitor\'s colour scheme only if the owner chose "auto"', () => {
    expect(styleOf({ theme: "auto" })).toContain("prefers-color-scheme:dark");
    expect(styleOf({ theme: "light" })).not.toContain("prefers-color-scheme");
    expect(styleOf({ theme: "dark" })).not.toBe(styleOf({ theme: "light" }));
  });

  test("takes its walls from the owner's colour, except wood, and always what is read on them", () => {
    for (const shelfBackground of SHELF_BACKGROUNDS) {
      const [blue, orange] = [
        styleOf({ shelfBackground, primaryColor: "#0066FF" }),
        styleOf({ shelfBackground, primaryColor: "#EA580C" }),
      ];
      expect(blue).not.toBe(orange);
      const ownWall = /\.shelv-look\.shelv-look\{[^}]*--shelv-wall:/;
      expect(ownWall.test(blue)).toBe(shelfBackground !== "wood");
    }
  });

  test("is as specific as the rooms that it overrides", () => {
    expect(styleOf({ theme: "dark" })).toMatch(/(^|\n)\.shelv-look\.shelv-look\{/);
  });

  test("includes the parts that it needs, and no others", () => {
    const has = (page: Partial<StyledPage>) =>
      pageStyle({ ...NOBODY, appearance: FIRST, shelves: [], ...page });
    expect(has({})).not.toMatch(/shelv-(?:chip|website|social|shelf)\b/);
    expect(has({ website: "https://example.com" })).toContain(".shelv-website");
    expect(
      has({ socialLinks: [{ platform: "github", url: "https://github.com/mira", text: null }] }),
    ).toContain(".shelv-social");
    expect(has({ appearance: { ...FIRST, shelfBackground: "glass" } })).toContain("backdrop-filter");
    expect(has({ appearance: { ...FIRST, fontFamily: "Serif" } })).toContain("Georgia");
    expect(has({ appearance: { ...FIRST, fontFamily: "Serif" } })).not.toContain("@font-face");
    expect(has({ appearance: { ...FIRST, fontFamily: "Inter" } })).toMatch(
      /font-family:Inter;[^}]*font-display:swap/,
    );
  });

  test("includes what its rows need, and no more", () => {
    const item = { id: "i", title: "Mug", url: "", description: "", price: "", emoji: "", object: null };
    const withItems = (count: number, more: Partial<PageItem> = {}) =>
      pageStyle({
        ...NOBODY,
        appearance: FIRST,
        shelves: [
          {
            ...shelfWith(0),
            items: Array.from({ length: count }, () => ({
              ...item,
              categoryIds: [],
              picture: null,
              clicks: null,
              ...more,
            })),
          },
        ],
      });
    const partsIn = (style: string) =>
      [
        "shelv-note",
        "shelv-arrow",
        "shelv-all",
        "shelv-card",
        "shelv-object",
        "shelv-mark",
        "shelv-picture",
        "shelv-about",
      ].filter((part) => style.includes(`.${part}`));
    const PICTURE = { picture: { sha256: "a", shape: null } };
    expect(partsIn(withItems(0))).toEqual(["shelv-note"]);
    expect(partsIn(withItems(2))).toEqual(["shelv-object"]);
    expect(partsIn(withItems(2, { emoji: "☕" }))).toEqual(["shelv-card"]);
    const SITE = { url: "https://youtu.be/a" };
    expect(partsIn(withItems(1, SITE))).toEqual(["shelv-object", "shelv-mark"]);
    expect(partsIn(withItems(1, { ...SITE, emoji: "☕" }))).toEqual(["shelv-card"]);
    expect(partsIn(withItems(1, PICTURE))).toEqual(["shelv-picture"]);
    expect(partsIn(withItems(1, { ...PICTURE, emoji: "☕" }))).toEqual(["shelv-picture"]);
    expect(partsIn(withItems(3))).toEqual(["shelv-arrow", "shelv-object"]);
    expect(partsIn(withItems(8))).toEqual(["shelv-arrow", "shelv-all", "shelv-object"]);
    expect(partsIn(withItems(1, { description: "From Lund" }))).toEqual(["shelv-object", "shelv-about"]);
    expect(partsIn(styleOf({}, 1))).toContain("shelv-note");
  });

  test("names the second file of the font only for letters that the first one lacks", () => {
    const filesFor = (location: string) =>
      [...pageStyle({ ...NOBODY, appearance: FIRST, shelves: [], location }).matchAll(/inter-\w+\.woff2/g)]
        .length;
    expect(filesFor("Malmö – “Möllan”")).toBe(1);
    expect(filesFor("Łódź")).toBe(2);
    expect(filesFor("Plzeň")).toBe(2);
    expect(filesFor("東京")).toBe(1);
  });

  test("has a rule for each category of the fullest shelf", () => {
    expect(styleOf({}, 0)).not.toContain(":has(");
    expect(styleOf({}, 3)).toContain(".shelv-place:not(.shelv-in-3)");
    expect(styleOf({}, 3)).not.toContain("shelv-in-4");
  });

  test("has no rule for more chips than a shelf shows", () => {
    expect(styleOf({}, 1000)).toContain(".shelv-in-100)");
    expect(styleOf({}, 1000)).toBe(styleOf({}, 100));
  });

  test("ends with the owner's cleaned CSS, and never with the CSS as typed", () => {
    expect(styleOf({}, 0, ".shelv-page a{color:red}")).toContain(".shelv-page a{color:red}");
    expect(styleOf({ customCss: "a{color:red}" })).toBe(styleOf({ customCss: "" }));
    expect(styleOf({})).not.toContain("!important");
  });

  test("overrides the owner's CSS: ornaments take no click, the editor's link is hidden, the credit has a background", () => {
    const style = styleOf({}, 0, ".shelv-page a{color:red}");
    expect(style).toMatch(
      /a\{color:red\}.*pointer-events:none!important.*\.shelv-edit\[hidden\]\{display:none!important\}.*\.shelv-credit\{[^}]*background:/,
    );
  });

  test("gives the credit beside the page the colours of the page's room", () => {
    expect(styleOf({ theme: "light" })).toMatch(/\.shelv-look\.shelv-look\{[^}]*--shelv-ink-soft:/);
  });

  test("gives the browser's bars the colour of its walls", () => {
    expect(barColors({ ...FIRST, theme: "dark" })).toEqual({
      light: barColors({ ...FIRST, theme: "auto" }).dark,
      dark: barColors({ ...FIRST, theme: "auto" }).dark,
    });
  });
});
