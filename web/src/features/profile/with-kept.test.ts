import type { SocialLinkRow } from "@shelv/contract/social-link";
import { expect, test } from "vitest";
import { withKept } from "./with-kept.ts";

const github: SocialLinkRow = { id: "github", value: "ada", position: "a1" };
const instagram: SocialLinkRow = { id: "instagram", value: "", position: "a0" };
const spotify: SocialLinkRow = { id: "spotify", value: "", position: "a2" };

test("a link that was removed elsewhere is shown where it was, and one that is stored again as it is stored", () => {
  expect(withKept([instagram, spotify], [github]).map(({ id }) => id)).toEqual([
    "instagram",
    "github",
    "spotify",
  ]);
  expect(withKept([{ ...github, value: "ada-2" }], [github])).toEqual([{ ...github, value: "ada-2" }]);
});

test("where none is gone the list is the same one, so that a dropped row stays where it was dropped", () => {
  const links = [github];
  expect(withKept(links, [github])).toBe(links);
});
