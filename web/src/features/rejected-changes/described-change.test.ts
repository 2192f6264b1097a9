import { expect, test } from "vitest";
import { changesAsText, describedChange } from "./described-change";

const newItem = {
  name: "item.create",
  args: {
    id: "1",
    shelfId: "2",
    title: "Pan",
    url: "https://example.com",
    description: "",
    price: "$39",
    emoji: "",
    picture: null,
    position: "a0",
  },
};

test("a creation shows all typed values and nothing else", () => {
  expect(describedChange(newItem)).toEqual({
    what: "New item",
    fields: [
      { label: "Title", text: "Pan" },
      { label: "URL", text: "https://example.com" },
      { label: "Price", text: "$39" },
    ],
  });
});

test("an edit shows the changed fields, also emptied ones", () => {
  expect(
    describedChange({
      name: "shelf.update",
      args: { id: "1", patch: { name: "Kitchen", description: "" }, was: { name: "Old" } },
    }),
  ).toEqual({
    what: "Changes to a shelf",
    fields: [
      { label: "Name", text: "Kitchen" },
      { label: "Description", text: "(empty)" },
    ],
  });
});

test("a choice has the same name as on its screen", () => {
  const look = {
    template: "warm",
    fontFamily: "System",
    theme: "auto",
    shelfBackground: "wood",
    showsCredit: false,
  };
  expect(describedChange({ name: "appearance.update", args: { patch: look, was: {} } }).fields).toEqual([
    { label: "Template", text: "Warm" },
    { label: "Font", text: "System Default" },
    { label: "Theme of your page", text: "Auto" },
    { label: "Shelf background", text: "Wood" },
    { label: "Show “made with Shelv”", text: "Off" },
  ]);
  expect(
    describedChange({ name: "appearance.update", args: { patch: { fontFamily: "Gothic" }, was: {} } }).fields,
  ).toEqual([{ label: "Font", text: "Gothic" }]);
  expect(
    describedChange({
      name: "onboarding.complete",
      args: { answers: { plan: "pro", platforms: ["github", "twitter"], title: "Potter" } },
    }).fields,
  ).toEqual([
    { label: "Plan", text: "Pro" },
    { label: "Social platforms", text: "GitHub, X (Twitter)" },
    { label: "What do you do?", text: "Potter" },
  ]);
});

test("pictures and categories are shown, by their names", () => {
  const SHA = "a".repeat(64);
  const sorted = {
    id: "1",
    patch: { picture: SHA, cutout: SHA, showsCutout: true },
    was: {},
    categories: { add: ["2", "3"], remove: [] },
  };
  expect(describedChange({ name: "item.update", args: sorted }, { 2: "Pans" }).fields).toEqual([
    { label: "Picture", text: "(a picture)" },
    { label: "Show on the shelf", text: "Without background" },
    { label: "Added categories", text: "Pans, (a deleted category)" },
  ]);
  const removed = { patch: { picture: null, cutout: null, showsCutout: false }, was: {} };
  expect(describedChange({ name: "item.update", args: removed }).fields).toEqual([
    { label: "Picture", text: "(empty)" },
  ]);
});

test("a mutation that this version does not know still has a name", () => {
  expect(describedChange({ name: "moon.land", args: null })).toEqual({ what: "A change", fields: [] });
});

test("changes can be copied as text", () => {
  expect(
    changesAsText([describedChange(newItem), describedChange({ name: "shelf.delete", args: { id: "1" } })]),
  ).toBe("New item\nTitle: Pan\nURL: https://example.com\nPrice: $39\n\nA deleted shelf");
});
