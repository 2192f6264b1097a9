import { expect, test } from "vitest";
import { changesAsText, describedChange } from "./described-change";

const newItem = {
  name: "item.create",
  args: { id: "1", shelfId: "2", title: "Pan", url: "https://example.com", description: "", price: "$39", emoji: "", picture: null, position: "a0" },
};

test("a new thing is told with all that was typed and nothing else", () => {
  expect(describedChange(newItem)).toEqual({
    what: "New item",
    fields: [{ label: "Title", text: "Pan" }, { label: "URL", text: "https://example.com" }, { label: "Price", text: "$39" }],
  });
});

test("an edit is told by what it changed, emptied fields too", () => {
  expect(describedChange({ name: "shelf.update", args: { id: "1", patch: { name: "Kitchen", description: "" }, was: { name: "Old" } } })).toEqual({
    what: "Changes to a shelf",
    fields: [{ label: "Name", text: "Kitchen" }, { label: "Description", text: "(empty)" }],
  });
});

test("a change that this version does not know still has a name", () => {
  expect(describedChange({ name: "moon.land", args: null })).toEqual({ what: "A change", fields: [] });
});

test("changes can be copied as text", () => {
  expect(changesAsText([describedChange(newItem), describedChange({ name: "shelf.delete", args: { id: "1" } })])).toBe(
    "New item\nTitle: Pan\nURL: https://example.com\nPrice: $39\n\nA deleted shelf",
  );
});
