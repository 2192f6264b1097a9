import { NO_OP } from "@shelv/contract/sync";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, test } from "vitest";
import type { LocalStore } from "#local-store/local-store";
import { pendingCount, shelvesInOrder } from "#local-store/queries";
import { openTestStore } from "#local-store/testing/open-test-store";
import { newId } from "#platform/new-id";
import { changeCounts } from "#outbox/change-counts";
import { holdPicture } from "#outbox/pictures";
import { rejectedEntries } from "#outbox/rejected-groups";
import { noteUnsent } from "#outbox/unsent";
import { applyPull } from "#sync/pull/apply-pull";
import { nextRequest } from "./next-request";
import { FakeServer, makeItem, makeShelf, rowOf, synced } from "#sync/testing/fake-server";
import { uploadPictures } from "./upload-pictures";

let indexedDB: IDBFactory;
let server: FakeServer;
const openTab = () => openTestStore({ indexedDB });

beforeEach(() => {
  indexedDB = new IDBFactory();
  server = new FakeServer();
});

async function empty(...tabs: LocalStore[]): Promise<void> {
  const [first] = tabs;
  await first?.transaction("rw", first.tables, () =>
    Promise.all((first?.tables ?? []).map((table) => table.clear())),
  );
  for (const tab of tabs) await tab.reopen();
}

const opIds = async (store: LocalStore): Promise<string[]> =>
  (await store.outbox.toArray()).map(({ opId }) => opId);

test("pending changes of every open tab are stored again, once and in order, and are sent", async () => {
  const [tab, other] = [openTab(), openTab()];
  await synced(server, tab);
  await makeShelf(tab, "Before");
  await noteUnsent(other);
  await makeShelf(other, "Other");
  await makeShelf(tab, "Tab");
  const made = await opIds(tab);
  await empty(other, tab);
  expect((await opIds(tab)).toSorted()).toEqual(made.toSorted());
  expect(await changeCounts(tab, 0)).toMatchObject({ pending: 3, firstSyncDone: false });
  const again = new FakeServer();
  await synced(again, tab);
  const sent = again.requests.flatMap(({ mutations }) => mutations).filter(({ name }) => name !== NO_OP);
  expect(new Set(sent.map(({ opId }) => opId))).toEqual(new Set(made));
  expect(sent).toHaveLength(made.length);
  expect(await pendingCount(tab)).toBe(0);
});

test("the next pull shows the server's rows, and the changes that are stored again on top of them", async () => {
  const tab = openTab();
  await synced(server, tab);
  await makeShelf(tab, "Unsent");
  await empty(tab);
  const asked = await nextRequest(tab);
  expect(asked.request).toMatchObject({ epoch: null, mutations: [] });
  const usual = await server.exchange(asked.request);
  const answer = { ...usual, lastMid: 0, reset: true, rows: [rowOf("Sent")] };
  expect(await applyPull(tab, asked, answer)).toBe("applied");
  expect((await shelvesInOrder(tab)).map(({ name }) => name).toSorted()).toEqual(["Sent", "Unsent"]);
});

test("what waits in the tray is stored again; what the server has is not", async () => {
  const tab = openTab();
  await makeShelf(tab, "Sent");
  await synced(server, tab);
  const rejected = { name: "shelf.create", v: 1, args: {}, pictures: [], rows: [], at: 1 };
  await tab.rejected.add({ ...rejected, opId: "rejected", code: "shelf-limit", message: "", rejectedAt: 1 });
  await noteUnsent(tab);
  await empty(tab);
  expect(await changeCounts(tab, 0)).toMatchObject({ pending: 0, rejected: 1 });
});

test("a store that was only closed gets no change twice, and a discarded one stays away", async () => {
  const tab = openTab();
  await makeShelf(tab, "Pending");
  await tab.rejected.add({
    name: "shelf.create",
    v: 1,
    args: {},
    pictures: [],
    rows: [],
    at: 1,
    opId: "rejected",
    code: "shelf-limit",
    message: "",
    rejectedAt: 1,
  });
  await noteUnsent(tab);
  await tab.rejected.clear();
  await tab.reopen();
  expect(await changeCounts(tab, 0)).toMatchObject({ pending: 1, rejected: 0 });
});

test.each([
  ["whose change the server has", true],
  ["of a change that is stored again", false],
])("a picture that went with the store is named in the tray: one %s", async (_, isChangeSent) => {
  const tab = openTab();
  await synced(server, tab);
  const shelfId = newId();
  await makeShelf(tab, "Books", shelfId);
  const sha256 = await holdPicture(tab, new TextEncoder().encode("a picture").buffer, "image/png");
  await makeItem(tab, shelfId, sha256);
  const [shelves, items] = [await tab.shelves.toArray(), await tab.items.toArray()];
  const rows = [
    ...shelves.map((row) => ({ table: "shelves", row })),
    ...items.map((row) => ({ table: "items", row })),
  ];
  server.answer = async (usual) => ({ ...usual, rows });
  const again = new FakeServer();
  again.answer = async (usual) => ({ ...usual, rows, wants: [sha256] });
  if (isChangeSent) await synced(server, tab);
  await noteUnsent(tab);
  await empty(tab);
  await synced(again, tab);
  await uploadPictures(tab, again);
  const tray = await rejectedEntries(tab);
  expect(tray.map(({ code, pictures }) => [code, pictures])).toEqual([["picture-gone", [sha256]]]);
});
