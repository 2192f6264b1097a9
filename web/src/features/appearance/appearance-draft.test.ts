import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import { expect, test } from "vitest";
import { draftOf, lookOf, previewed } from "./appearance-draft";

const saved = FIRST_SINGLES.appearance;
const draft = draftOf(saved);

test.each([
  ["minimal", { primaryColor: "#0066FF", fontFamily: "Inter", theme: "light", shelfBackground: "solid" }],
  ["dark", { primaryColor: "#6366F1", fontFamily: "Inter", theme: "dark", shelfBackground: "glass" }],
  ["warm", { primaryColor: "#EA580C", fontFamily: "Inter", theme: "light", shelfBackground: "gradient" }],
] as const)(
  "the template %s sets colour, font, mode and background, not the owner's CSS and credit",
  (template, look) => {
    expect(lookOf(template)).toEqual({ template, ...look });
  },
);

test.each(["", "#", "#12", "blue"])(
  "while the colour reads %j, the preview uses the last valid one",
  (primaryColor) => {
    expect(previewed("#EA580C", { ...draft, primaryColor }).primaryColor).toBe("#EA580C");
  },
);

test("the preview shows typed and switched values", () => {
  const look = previewed("#EA580C", {
    ...draft,
    primaryColor: " #f80 ",
    shelfBackground: "wood",
    showsCredit: false,
  });
  expect(look).toMatchObject({ primaryColor: "#f80", shelfBackground: "wood", showsCredit: false });
});
