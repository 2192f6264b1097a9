import { expect, test } from "vitest";
import { hasMore, isMoreWrong } from "./more-fields";
import { emptyDraft } from "./save-item";

test("a link, a title and a picture are no reason to open More; any other value is", () => {
  const first = {
    ...emptyDraft("shelf"),
    url: "https://example.com/",
    title: "Pan",
    picture: "sha",
    cutout: "sha",
  };
  expect(hasMore(first, "shelf")).toBe(false);
  expect(hasMore({ ...first, details: "pending" }, "shelf")).toBe(false);
  for (const more of [
    { price: "$5" },
    { note: "Attic" },
    { emoji: "🏺" },
    { object: "vase" as const },
    { categoryIds: ["a"] },
    { shelfId: "another" },
  ])
    expect(hasMore({ ...first, ...more }, "shelf")).toBe(true);
});

test("an error in a field under More is a reason to open it", () => {
  expect(isMoreWrong({ title: "Title is required", url: "Must be a valid URL" })).toBe(false);
  expect(isMoreWrong({ price: "Must be at most 40 characters" })).toBe(true);
});
