import type { SocialLinkRow } from "@shelv/contract/rows/social-link";
import { expect, test } from "vitest";
import { withRetainedLinks } from "./retained-links.ts";

const github: SocialLinkRow = { id: "github", value: "ada", position: "a1" };
const instagram: SocialLinkRow = { id: "instagram", value: "", position: "a0" };
const spotify: SocialLinkRow = { id: "spotify", value: "", position: "a2" };

test("a link that another device removed shows at its old place; one that is stored again shows as it is stored", () => {
  expect(withRetainedLinks([instagram, spotify], [github]).map(({ id }) => id)).toEqual([
    "instagram",
    "github",
    "spotify",
  ]);
  expect(withRetainedLinks([{ ...github, value: "ada-2" }], [github])).toEqual([
    { ...github, value: "ada-2" },
  ]);
});

test("if none is removed the array is the same, so that a dropped row stays in place", () => {
  const links = [github];
  expect(withRetainedLinks(links, [github])).toBe(links);
});
