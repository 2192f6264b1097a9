import { describe, expect, test } from "vitest";
import type { RowChange } from "./memory-tx.ts";
import type { Mutation } from "./mutations.ts";
import {
  C1,
  C2,
  C3,
  category,
  CONTEXT,
  I1,
  item,
  link,
  OTHER_SHA,
  outcome,
  S1,
  S2,
  SHA,
  shelf,
} from "./testing/world.ts";
import { undoOf } from "./undo.ts";

describe("an undo", () => {
  const edit = (patch: object, categories?: { add: string[]; remove: string[] }): Mutation => ({
    name: "item.update",
    args: { id: I1, patch, was: {}, ...(categories ? { categories } : {}) },
  });
  const categories = [
    category(C1),
    category(C2, { name: "Red" }),
    category(C3, { shelfId: S2, name: "Blue" }),
  ];
  const world = (row: object) => ({ shelves: [shelf(S1), shelf(S2)], categories, items: [item(I1, row)] });
  const first = {
    title: "Pan",
    picture: SHA,
    cutout: null,
    showsCutout: false,
    categoryIds: [C1],
    position: "a0",
  };
  const move = (shelfId: string): Mutation => ({
    name: "item.move",
    args: { id: I1, shelfId, position: "a5" },
  });

  test.each<{
    title: string;
    silencedUntil?: string;
    change: Mutation;
    since: object;
    undone: object;
  }>([
    {
      title: "restores a field, and leaves one that was typed since",
      change: edit({ title: "Pot", price: "$1" }),
      since: { title: "Wok", price: "$1" },
      undone: { title: "Wok", price: "5 €" },
    },
    {
      title: "leaves a picture whole whose cut-out was changed since",
      change: edit({ picture: OTHER_SHA, cutout: null, showsCutout: false }),
      since: { picture: OTHER_SHA, cutout: SHA, showsCutout: true },
      undone: { picture: OTHER_SHA, cutout: SHA, showsCutout: true },
    },
    {
      title: "restores a picture with its cut-out",
      change: edit({ picture: OTHER_SHA }),
      since: { picture: OTHER_SHA },
      undone: { picture: SHA, cutout: null, showsCutout: false },
    },
    {
      title: "takes back its own categories only",
      change: edit({}, { add: [C2], remove: [C1] }),
      since: { categoryIds: [C2, C3] },
      undone: { categoryIds: [C1, C3] },
    },
    {
      title: "shows a hidden item again",
      change: edit({ isHidden: true }),
      since: { isHidden: true },
      undone: { isHidden: false },
    },
    {
      title: "ends a silence, whose time is the server's",
      change: edit({ silencedUntil: "2044-01-01T00:00:00.000Z" }),
      since: { silencedUntil: "2026-04-04T00:00:00.000Z" },
      undone: { silencedUntil: null },
    },
    {
      title: "leaves a silence that began before its change",
      silencedUntil: "2026-02-02T00:00:00.000Z",
      change: edit({ silencedUntil: "2044-01-01T00:00:00.000Z" }),
      since: { silencedUntil: "2026-04-04T00:00:00.000Z" },
      undone: { silencedUntil: "2026-04-04T00:00:00.000Z" },
    },
    {
      title: "moves the row back from where its move put it",
      change: move(S1),
      since: { position: "a5", title: "Wok" },
      undone: { position: "a0", title: "Wok" },
    },
    {
      title: "leaves a row that was moved again",
      change: move(S1),
      since: { position: "a7" },
      undone: { position: "a7" },
    },
    {
      title: "leaves an item that was moved on to another shelf",
      change: move(S1),
      since: { position: "a5", shelfId: S2, categoryIds: [C3] },
      undone: { position: "a5", shelfId: S2, categoryIds: [C3] },
    },
    {
      title: "of a move to another shelf does not bring a category back that was taken from the item there",
      change: move(S2),
      since: { position: "a5", shelfId: S2, categoryIds: [] },
      undone: { position: "a0", shelfId: S1, categoryIds: [] },
    },
  ])("$title", ({ silencedUntil = null, change, since, undone }) => {
    const changes = outcome(world({ ...first, silencedUntil }), change) as RowChange[];
    let row = item(I1, { ...changes[0]?.after, ...since });
    for (const one of undoOf([{ name: change.name, changes }]) ?? []) {
      const [undo] = outcome({ ...world({}), items: [row] }, one) as RowChange[];
      row = (undo?.after as typeof row | undefined) ?? row;
    }
    expect(row).toMatchObject(undone);
  });

  test.each<{ change: Mutation; table: "shelves" | "categories" | "socialLinks"; row: { id: string } }>([
    { change: { name: "shelf.move", args: { id: S1, position: "a5" } }, table: "shelves", row: shelf(S1) },
    {
      change: { name: "category.move", args: { id: C1, position: "a5" } },
      table: "categories",
      row: category(C1),
    },
    {
      change: { name: "social-link.move", args: { id: "tiktok", position: "a5" } },
      table: "socialLinks",
      row: link("tiktok"),
    },
  ])("of $change.name moves the row back, unless it was moved since", ({ change, table, row }) => {
    const at = (position: string) => ({ [table]: [{ ...row, position }] });
    const [undo] = undoOf([{ name: change.name, changes: outcome(at("a0"), change) as RowChange[] }]) ?? [];
    expect(outcome(at("a5"), undo as Mutation)).toMatchObject([{ after: { position: "a0" } }]);
    expect(outcome(at("a7"), undo as Mutation)).toEqual([]);
  });

  test("of a deleted social link leaves one that was added since", () => {
    const deletion: Mutation = { name: "social-link.delete", args: { id: "tiktok" } };
    const changes = outcome({ socialLinks: [link("tiktok")] }, deletion) as RowChange[];
    const [undo] = undoOf([{ name: deletion.name, changes }]) ?? [];
    expect(outcome({}, undo as Mutation)).toMatchObject([{ after: link("tiktok") }]);
    expect(outcome({ socialLinks: [link("tiktok", { value: "ada" })] }, undo as Mutation)).toEqual([]);
  });

  test("of a deleted item's edit does nothing", () => {
    const change = edit({ title: "Pot" });
    const [undo] =
      undoOf([{ name: change.name, changes: outcome(world(first), change) as RowChange[] }]) ?? [];
    expect(outcome({}, undo as Mutation)).toEqual([]);
  });

  test("of a request for details takes back what the link wrote last, as far as the host knows that", () => {
    const empty = item(I1, { ...first, title: "example.com", description: "", price: "", picture: null });
    const request = edit({ details: "pending" });
    const [undo] = undoOf([
      { name: request.name, changes: outcome({ items: [empty] }, request) as RowChange[] },
    ]) as [Mutation];
    const waiting = item(I1, { ...empty, details: "pending", price: "$5" });
    expect(outcome({ items: [waiting] }, undo)).toMatchObject([{ after: { ...empty, price: "$5" } }]);
    const read = { title: "Pan", description: "Iron", picture: OTHER_SHA, cutout: SHA, showsCutout: true };
    const filled = item(I1, { ...empty, ...read, price: "$5", details: null });
    const linkWrote = ["title", "picture"];
    expect(outcome({ items: [filled] }, undo, { ...CONTEXT, linkWrote })).toMatchObject([
      { after: { ...empty, description: "Iron", price: "$5" } },
    ]);
    expect(outcome({ items: [filled] }, undo)).toEqual([]);
  });
});
