import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import { expect, test } from "vitest";
// oxlint-disable-next-line shelv/import-direction -- it is not a module, and belongs where readers look
import readme from "../../README.md?raw";
import { pageDocument } from "#document.tsx";
import look from "@shelv/public-page/styles/look/look.css?inline";
import type { PageData, PageItem } from "#page-data";
import { PROMISED_CLASSES, PROMISED_VARIABLES } from "./promised-names.ts";

const PROMISED = [...PROMISED_CLASSES, ...PROMISED_VARIABLES];

const { id: _, ...appearance } = FIRST_SINGLES.appearance;
const ITEM: PageItem = {
  id: "i1",
  title: "Mug",
  url: "https://example.com",
  description: "",
  price: "$3",
  emoji: "☕",
  object: null,
  categoryIds: ["c"],
  picture: null,
  clicks: 3,
};
const FULL: PageData = {
  username: "Mira",
  displayName: "Mira Lindqvist",
  title: "Potter",
  bio: "Mugs",
  website: "https://example.com",
  location: "Lund",
  picture: null,
  appearance,
  socialLinks: [{ platform: "github", url: "https://github.com/mira", text: null }],
  shelves: [
    {
      id: "s1",
      name: "Kiln",
      description: "Fired",
      emoji: "",
      categories: [{ id: "c", name: "Mugs" }],
      items: [
        ITEM,
        { ...ITEM, id: "i3", emoji: "" },
        { ...ITEM, id: "i2", picture: { sha256: "a".repeat(64), shape: null } },
      ],
    },
    { id: "s2", name: "Empty", description: "", emoji: "", categories: [], items: [] },
  ],
};

test("The README promises exactly these names", () => {
  const named = [...readme.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
  );
  expect(named).toEqual(PROMISED);
});

test.each(PROMISED_CLASSES)("A full page has .%s", (name) => {
  const html = pageDocument(FULL, {
    css: "",
    style: "",
    script: "",
    publicUrl: null,
    address: null,
    ogImagePath: null,
  });
  const classes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" ")),
  );
  expect(classes).toContain(name);
});

test.each(PROMISED_VARIABLES)("The room's colours include %s", (name) => {
  expect(look).toContain(`${name}:`);
});
