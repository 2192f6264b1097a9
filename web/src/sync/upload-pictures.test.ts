import { describe, expect, test } from "vitest";
import { ApiFailure, ForeignAnswer, NoNetwork } from "#api/call";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#platform/new-id";
import { pendingCount } from "#local-store/queries";
import { openTestStore } from "#local-store/testing/open-test-store";
import { picturesToUpload } from "#outbox/change-counts";
import { mutate } from "#outbox/mutate";
import { holdPicture } from "#outbox/pictures";
import { discardRejected, isPictureGone, retryRejected } from "#outbox/rejected";
import { groupRejected, rejectedEntries } from "#outbox/rejected-groups";
import { nextRequest } from "./next-request";
import { applyPull } from "./pull/apply-pull";
import { FakeServer, makeItem, makeShelf, synced } from "./testing/fake-server";
import { uploadPictures } from "./upload-pictures";

const MINUTE = 60_000;

async function withPicture() {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  const shelfId = newId();
  await makeShelf(store, "Books", shelfId);
  const sha256 = await holdPicture(store, new TextEncoder().encode("a picture").buffer, "image/png");
  await makeItem(store, shelfId, sha256);
  server.answer = async (usual) => ({
    ...usual,
    rows: [
      ...(await store.shelves.toArray()).map((row) => ({ table: "shelves", row })),
      ...(await store.items.toArray()).map((row) => ({ table: "items", row })),
    ],
  });
  return { server, store, sha256 };
}

const trayOf = async (store: LocalStore) => groupRejected(await rejectedEntries(store));

async function uploadOver(store: LocalStore, server: FakeServer, minutes: readonly number[]) {
  const outcomes = [];
  for (const minute of minutes) {
    outcomes.push(await uploadPictures(store, server, { now: () => minute * MINUTE }));
    await synced(server, store);
  }
  return outcomes;
}

test("a picture is uploaded once, after the change that names it, and counts as pending until then", async () => {
  const { server, store, sha256 } = await withPicture();
  await synced(server, store);
  expect([server.lastMid, server.calls, await pendingCount(store)]).toEqual([2, [], 0]);
  expect(await picturesToUpload(store)).toBe(1);
  expect(await uploadPictures(store, server)).toMatchObject({ uploads: 1, retryAfterMs: null });
  expect(await picturesToUpload(store)).toBe(1);
  await synced(server, store);
  expect(await picturesToUpload(store)).toBe(0);
  expect(await uploadPictures(store, server)).toEqual({ uploads: 0, retryAfterMs: null, isCutOff: false });
  expect([server.calls, [...server.pictures.keys()]]).toEqual([["put"], [sha256]]);
  expect((await store.meta.get("sync"))?.wants).toEqual([]);
});

test("a picture that a rejected change names, too, is uploaded all the same", async () => {
  const { server, store, sha256 } = await withPicture();
  await synced(server, store);
  const [made] = await store.outbox.where("pictures").equals(sha256).toArray();
  if (!made) throw new Error("No change names the picture");
  await store.rejected.put({
    ...made,
    opId: newId(),
    name: "item.take-back-details",
    code: "server-trouble",
    message: "The server couldn't save this",
    rejectedAt: 0,
  });
  expect(await picturesToUpload(store)).toBe(1);
  await uploadOver(store, server, [0]);
  expect([[...server.pictures.keys()], await picturesToUpload(store)]).toEqual([[sha256], 0]);
});

test("a picture of this device whose item another device restored counts as pending after an answer without rows", async () => {
  const { server, store, sha256 } = await withPicture();
  const { answer } = server;
  await synced(server, store);
  server.answer = async (usual, request) => ({ ...(await answer(usual, request)), wants: [] });
  await synced(server, store);
  expect(await picturesToUpload(store)).toBe(0);
  const asked = [
    await nextRequest(store, { maxMutations: 0, pull: false }),
    await nextRequest(store, { maxMutations: 0, pull: false }),
  ] as const;
  const before = await server.exchange(asked[0].request);
  server.answer = answer;
  expect(await applyPull(store, asked[1], await server.exchange(asked[1].request))).toBe("applied");
  expect(await applyPull(store, asked[0], before)).toBe("applied");
  expect(await picturesToUpload(store)).toBe(1);
  await uploadOver(store, server, [0]);
  expect([[...server.pictures.keys()], await picturesToUpload(store)]).toEqual([[sha256], 0]);
});

test("a picture counts as pending after an answer without rows, until a pull confirms its upload", async () => {
  const { server, store } = await withPicture();
  await server.exchange((await nextRequest(store, { pull: false })).request);
  const asked = await nextRequest(store, { maxMutations: 0, pull: false });
  expect(await applyPull(store, asked, await server.exchange(asked.request))).toBe("applied");
  expect([await pendingCount(store), await picturesToUpload(store)]).toEqual([0, 1]);
  await synced(server, store);
  expect(await picturesToUpload(store)).toBe(1);
  await uploadOver(store, server, [0]);
  expect(await picturesToUpload(store)).toBe(0);
});

test("a picture that a restored server lost is uploaded again, however long ago it was there", async () => {
  const { server, store, sha256 } = await withPicture();
  await synced(server, store);
  await uploadOver(store, server, [0]);
  server.pictures.clear();
  await synced(server, store);
  await uploadOver(store, server, [1]);
  expect([...server.pictures.keys()]).toEqual([sha256]);
});

test("a picture whose upload a captive portal answers is uploaded again, with growing pauses, and in the tray after ten minutes", async () => {
  const { server, store, sha256 } = await withPicture();
  await synced(server, store);
  server.onPut = () => server.pictures.clear();
  const outcomes = await uploadOver(store, server, [0, 0, 1, 2, 5, 9]);
  expect(outcomes.map(({ uploads }) => uploads)).toEqual([1, 0, 1, 1, 1, 1]);
  expect(outcomes[1]?.retryAfterMs).toBe(1000);
  expect(await trayOf(store)).toEqual([]);
  await uploadOver(store, server, [11]);
  const [group, ...others] = await trayOf(store);
  expect(others).toEqual([]);
  expect(group?.root).toMatchObject({ name: "item.update", code: "network-refused", pictures: [sha256] });
  expect([await picturesToUpload(store), server.calls.length]).toEqual([0, 5]);
  server.onPut = () => {};
  if (group) await retryRejected(store, group);
  await synced(server, store);
  await uploadOver(store, server, [12]);
  expect([[...server.pictures.keys()], await trayOf(store)]).toEqual([[sha256], []]);
});

test.each([
  ["is reset", new NoNetwork("reset")],
  ["gets a firewall's 403", new ForeignAnswer(403)],
  ["gets a gateway's 504", new ApiFailure(504, "unknown", "", [], null)],
  ["is too large for a proxy", new ApiFailure(413, "unknown", "", [], null)],
  ["gets a gateway's 503, which asks to wait", new ApiFailure(503, "unknown", "", [], 30)],
  ["is too often for a gateway", new ApiFailure(429, "unknown", "", [], null)],
  ["meets a bug of the server", new ApiFailure(500, "bug", "", [], null)],
])(
  "a picture whose upload %s each time blocks no other, and is in the tray after ten minutes",
  async (_, error) => {
    const { server, store, sha256 } = await withPicture();
    const [shelf] = await store.shelves.toArray();
    const chosenAt = 5;
    await store.outbox.toCollection().modify({ at: chosenAt });
    const other = await holdPicture(store, new TextEncoder().encode("another").buffer, "image/png");
    await makeItem(store, shelf?.id ?? "", other);
    await synced(server, store);
    server.onPut = () => {
      if (!server.pictures.delete(sha256)) return;
      throw error;
    };
    await uploadOver(store, server, [0, 1, 2, 5, 9]);
    expect([[...server.pictures.keys()], await trayOf(store)]).toEqual([[other], []]);
    await uploadOver(store, server, [11]);
    expect((await trayOf(store)).map(({ root }) => [root.code, root.pictures, root.at])).toEqual([
      ["network-refused", [sha256], chosenAt],
    ]);
  },
);

test.each([
  [415, "wrong-media-type"],
  [403, "storage-full"],
])("a picture that the server rejects (%i %s) is one entry of the tray at once", async (status, code) => {
  const { server, store, sha256 } = await withPicture();
  await synced(server, store);
  server.onPut = () => {
    server.pictures.clear();
    throw new ApiFailure(status, code, "No picture", [], null);
  };
  await uploadOver(store, server, [0, 1, 2]);
  expect((await trayOf(store)).map(({ root }) => [root.code, root.pictures])).toEqual([[code, [sha256]]]);
  expect(server.calls).toEqual(["put"]);
});

test("an upload that succeeds after many failures is not a failure", async () => {
  const { server, store, sha256 } = await withPicture();
  await synced(server, store);
  server.onPut = () => {
    server.pictures.clear();
    throw new NoNetwork("reset");
  };
  await uploadOver(store, server, [0, 1, 2, 5]);
  server.onPut = () => {};
  await uploadOver(store, server, [720, 721]);
  expect([[...server.pictures.keys()], await trayOf(store)]).toEqual([[sha256], []]);
});

test("no picture is blocked while no request gets through, however long that lasts", async () => {
  const { server, store } = await withPicture();
  await synced(server, store);
  const exchange = server.exchange.bind(server);
  const noNetwork = () => Promise.reject(new NoNetwork("no network"));
  Object.assign(server, { exchange: noNetwork, putPicture: noNetwork });
  for (const minute of [0, 3, 8, 13, 18, 23, 28])
    expect(await uploadPictures(store, server, { now: () => minute * MINUTE })).toEqual({
      uploads: 0,
      retryAfterMs: 1000,
      isCutOff: true,
    });
  server.exchange = exchange;
  await synced(server, store);
  expect(await trayOf(store)).toEqual([]);
});

test("an entry leaves the tray when the server has its picture", async () => {
  const { server, store, sha256 } = await withPicture();
  await synced(server, store);
  server.onPut = () => {
    server.pictures.clear();
    throw new ForeignAnswer(403);
  };
  await uploadOver(store, server, [0, 1, 2, 5, 9, 11]);
  expect(await trayOf(store)).toHaveLength(1);
  server.pictures.set(sha256, new ArrayBuffer(1));
  await synced(server, store);
  expect(await trayOf(store)).toEqual([]);
});

test("a picture is tried at once when the network is back, however long its pause", async () => {
  const { server, store, sha256 } = await withPicture();
  await synced(server, store);
  server.onPut = () => {
    server.pictures.clear();
    throw new NoNetwork("reset");
  };
  await uploadOver(store, server, [0, 1, 2]);
  server.onPut = () => {};
  await uploadOver(store, server, [2]);
  expect([...server.pictures.keys()]).toEqual([]);
  await uploadPictures(store, server, { now: () => 2 * MINUTE, skipsPauses: true });
  expect([...server.pictures.keys()]).toEqual([sha256]);
});

test("wanted pictures that no device has do not hide this device's own, and do not count as pending", async () => {
  const { server, store, sha256 } = await withPicture();
  await synced(server, store);
  const absent = Array.from({ length: 2000 }, (_, at) => at.toString(16).padStart(64, "0"));
  const { answer } = server;
  server.answer = async (usual, request) => {
    const whole = await answer(usual, request);
    return { ...whole, wants: [...absent, ...whole.wants] };
  };
  await synced(server, store);
  expect([await picturesToUpload(store), (await store.meta.get("sync"))?.wants]).toEqual([1, [{ sha256 }]]);
  await uploadOver(store, server, [0]);
  expect([[...server.pictures.keys()], await picturesToUpload(store), await trayOf(store)]).toEqual([
    [sha256],
    0,
    [],
  ]);
});

describe("a picture that is gone from this device", () => {
  test("is one entry of the tray; discarded, the item stays without it", async () => {
    const { server, store, sha256 } = await withPicture();
    await synced(server, store);
    await store.pictures.delete(sha256);
    await uploadOver(store, server, [0, 1]);
    const [group, ...others] = await trayOf(store);
    expect([group?.root.code, others]).toEqual(["picture-gone", []]);
    expect(group?.root.message).toBe("This picture is no longer on this device. Please choose it again");
    if (!group) throw new Error("The tray is empty");
    expect(await isPictureGone(store, group)).toBe(true);
    await discardRejected(store, group);
    expect((await store.items.toArray()).map(({ picture }) => picture)).toEqual([null]);
    await synced(server, store);
    await uploadOver(store, server, [2]);
    expect(await trayOf(store)).toEqual([]);
  });

  test("but was chosen on another device is left to that one", async () => {
    const { server, store } = await withPicture();
    await synced(server, store);
    const other = openTestStore();
    server.lastMid = 0;
    await synced(server, other);
    expect(await other.items.count()).toBe(1);
    await uploadOver(other, server, [0]);
    expect([await trayOf(other), await picturesToUpload(other)]).toEqual([[], 0]);
  });

  test.each([{ details: "pending" as const }, { picture: null }])(
    "but was chosen on another device is left to that one, also when an undo of %j names it",
    async (patch) => {
      const { server, store, sha256 } = await withPicture();
      await synced(server, store);
      const other = openTestStore();
      server.lastMid = 0;
      await synced(server, other);
      const [item] = await other.items.toArray();
      const undo = await mutate(other, { name: "item.update", args: { id: item?.id ?? "", patch, was: {} } });
      await mutate(other, undo ?? []);
      expect((await other.outbox.orderBy("mid").last())?.pictures).toEqual([sha256]);
      await synced(server, other);
      await uploadOver(other, server, [0]);
      expect([await trayOf(other), await picturesToUpload(other)]).toEqual([[], 0]);
    },
  );

  test("and that no row shows any more is not in the tray", async () => {
    const { server, store, sha256 } = await withPicture();
    await synced(server, store);
    await store.pictures.delete(sha256);
    const [item] = await store.items.toArray();
    await mutate(store, { name: "item.delete", args: { id: item?.id ?? "" } });
    await uploadOver(store, server, [0]);
    expect(await trayOf(store)).toEqual([]);
  });
});

test("a picture of the profile that cannot be uploaded is in the tray as a change of the profile", async () => {
  const [server, store] = [new FakeServer(), openTestStore()];
  await synced(server, store);
  const sha256 = await holdPicture(store, new TextEncoder().encode("a face").buffer, "image/png");
  await mutate(store, {
    name: "profile.update",
    args: { patch: { picture: sha256 }, was: { picture: null } },
  });
  const [profile] = await store.singles.toArray();
  server.answer = (usual) => ({ ...usual, rows: profile ? [{ table: "singles", row: profile }] : [] });
  await synced(server, store);
  await store.pictures.delete(sha256);
  await uploadOver(store, server, [0]);
  expect((await trayOf(store)).map(({ root }) => [root.name, root.rows])).toEqual([
    ["profile.update", ["profile"]],
  ]);
});

test.each([
  ["a session that ended", new ApiFailure(401, "signed-out", "", [], null)],
  ["a server that asks to wait", new ApiFailure(503, "unavailable", "", [], 30)],
])("%s is not the picture's fault", async (_, error) => {
  const { server, store } = await withPicture();
  await synced(server, store);
  server.onPut = () => {
    server.pictures.clear();
    throw error;
  };
  await expect(uploadPictures(store, server)).rejects.toBe(error);
});
