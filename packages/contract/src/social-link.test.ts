import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { completeSocialLink, socialLinkValue } from "./social-link.ts";

describe("what is typed for a platform", () => {
  test.each([
    ["instagram.com/mira/", "https://instagram.com/mira/"],
    [" www.youtube.com/@mira ", "https://www.youtube.com/@mira"],
    ["https://www.instagram.com/mira", "https://www.instagram.com/mira"],
    ["mira.example", "mira.example"],
    ["@mira", "@mira"],
    ["", ""],
  ])("%j is taken as %j", (typed, meant) => {
    expect(completeSocialLink(typed)).toBe(meant);
    expect(v.is(socialLinkValue, meant)).toBe(true);
  });

  test.each(["mira mira", "mira/", "instagram.com/mira mira", "javascript:alert(1)//", "//evil.example/a", "ftp://a.example/b"])("%j is refused", (typed) => {
    expect(v.is(socialLinkValue, completeSocialLink(typed))).toBe(false);
  });
});
