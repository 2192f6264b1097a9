/** A statement is a round trip on PostgreSQL. */
import SQLite from "better-sqlite3";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import type { SentMutation } from "@shelv/contract/sync";
import { newItem, newShelf, sent, type Device } from "#testing/device";
import { ownerWithDevice } from "#testing/owner-with-device";

type Methods = Record<string, (this: unknown, ...of: unknown[]) => unknown>;

function statementsOf(): (act: () => Promise<unknown>) => Promise<string[]> {
  let ran: string[] = [];
  const note = (methods: Methods, names: string[], textOf: (self: unknown, first: unknown) => string) => {
    for (const name of names) {
      const run = methods[name];
      if (!run) throw new Error(`There is no ${name}`);
      methods[name] = function noted(...of) {
        const text = textOf(this, of[0]);
        if (!text.includes("pg_notify")) ran.push(text);
        return run.apply(this, of);
      };
      onTestFinished(() => void (methods[name] = run));
    }
  };
  const ofSqlite = Object.getPrototypeOf(new SQLite(":memory:").prepare("select 1")) as Methods;
  note(ofSqlite, ["all", "get", "run", "iterate"], (self) => (self as { source: string }).source);
  note(Client.prototype as unknown as Methods, ["query"], (_, first) =>
    typeof first === "string" ? first : (first as { text: string }).text,
  );
  return async (act) => {
    ran = [];
    await act();
    expect(ran.length).toBeGreaterThan(5);
    return ran;
  };
}

const item = (shelfId: string, title: string) => newItem(shelfId, title, { position: `a${title}V` });

async function withItems(count: number) {
  const { device } = await ownerWithDevice();
  const [shelf, other] = [newShelf("Books"), newShelf("Films")];
  const items = Array.from({ length: count }, (_, at) => item(shelf.id, String(at)));
  let mid = 0;
  const next = (): number => (mid += 1);
  await device.sync([
    ...[shelf, other].map((each) => sent(next(), "shelf.create", each)),
    ...items.map((each) => sent(next(), "item.create", each)),
  ]);
  return { device, shelf, other, items, next };
}

const push = (device: Device, mutations: SentMutation[]) => async () =>
  expect(await device.sync(mutations, { pull: false, ack: (mutations[0]?.mid ?? 1) - 1 })).toMatchObject({
    lastMid: mutations.at(-1)?.mid,
    results: [],
  });

test("A request with one change takes at most 12 statements, and one that adds an item 16", async () => {
  const during = statementsOf();
  const { device, shelf, other, items, next } = await withItems(4);
  const [first, second, third] = items.map(({ id }) => id) as [string, string, string];
  const changes: [string, number, SentMutation][] = [
    ["edit", 12, sent(next(), "item.update", { id: first, patch: { title: "New" }, was: { title: "0" } })],
    [
      "edit of several fields",
      12,
      sent(next(), "item.update", {
        id: first,
        patch: { title: "Newer", price: "$1", description: "Good" },
        was: { title: "New", price: "", description: "" },
      }),
    ],
    ["move", 12, sent(next(), "item.move", { id: second, shelfId: shelf.id, position: "a9" })],
    ["move to a shelf", 12, sent(next(), "item.move", { id: second, shelfId: other.id, position: "a9" })],
    ["deletion", 12, sent(next(), "item.delete", { id: third })],
    ["new shelf", 12, sent(next(), "shelf.create", newShelf("Games"))],
    ["new item", 16, sent(next(), "item.create", item(shelf.id, "9"))],
    ["profile", 12, sent(next(), "profile.update", { patch: { bio: "Hello" }, was: { bio: "" } })],
  ];
  for (const [what, atMost, mutation] of changes) {
    const ran = await during(push(device, [mutation]));
    expect([what, ran.length, ran.length <= atMost ? [] : ran]).toEqual([what, ran.length, []]);
  }
});

test("A request with 20 changes takes at most 60 statements", async () => {
  const during = statementsOf();
  const { device, shelf, items, next } = await withItems(60);
  const twenty = <T>(each: (item: (typeof items)[number], at: number) => T) => items.splice(0, 20).map(each);
  const batches = {
    edits: twenty(({ id, title }) =>
      sent(next(), "item.update", { id, patch: { title: `New ${title}` }, was: { title } }),
    ),
    moves: twenty(({ id }, at) => sent(next(), "item.move", { id, shelfId: shelf.id, position: `b${at}V` })),
    deletions: twenty(({ id }) => sent(next(), "item.delete", { id })),
    additions: Array.from({ length: 20 }, (_, at) => sent(next(), "item.create", item(shelf.id, `${at}`))),
  };
  for (const [what, batch] of Object.entries(batches)) {
    const ran = await during(push(device, batch));
    expect([what, ran.length <= 60 ? [] : ran]).toEqual([what, []]);
  }
});

test("A push with a pull of its own rows takes at most 18 statements", async () => {
  const during = statementsOf();
  const { device, items, next } = await withItems(1);
  const id = items[0]?.id ?? "";
  const edit = sent(next(), "item.update", { id, patch: { title: "New" }, was: { title: "0" } });
  const ran = await during(async () =>
    expect((await device.sync([edit], { ack: edit.mid - 1 })).rows).toHaveLength(1),
  );
  expect(ran.length <= 18 ? [] : ran).toEqual([]);
});
