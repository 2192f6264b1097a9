import { POKE_MAX_ROWS } from "@shelv/contract/sync";
import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import { newShelf, sent } from "#testing/device";
import { ownerWithDevice } from "#testing/owner-with-device";

test("A change pokes every stream but that of its own device; a REST write pokes all", async () => {
  const { server, ada, device } = await ownerWithDevice();
  const poked: string[] = [];
  for (const clientId of [device.clientId, uuid(), null]) {
    const poke = () => void poked.push(clientId === device.clientId ? "itself" : "other");
    server.services.hub.add({
      userId: device.userId,
      tokenHash: "",
      clientId,
      poke,
      check: () => undefined,
      close: () => undefined,
    });
  }
  await device.sync([sent(1, "shelf.create", newShelf("a"))]);
  expect(poked).toEqual(["other", "other"]);
  await ada.post("/api/shelves", { name: "b" });
  expect(poked.toSorted()).toEqual(["itself", "other", "other", "other", "other"]);
});

test("The rows in a poke are those that a device would pull, each row once", async () => {
  const { server, device } = await ownerWithDevice();
  const poked: unknown[] = [];
  const poke = (body: string | null) => void poked.push(JSON.parse(body ?? "null"));
  server.services.hub.add({
    userId: device.userId,
    tokenHash: "",
    clientId: null,
    poke,
    check: () => undefined,
    close: () => undefined,
  });
  const [kept, gone] = [newShelf("kept"), newShelf("gone")];
  await device.sync([sent(1, "shelf.create", gone)]);
  const { cursor } = device;
  await device.sync([
    sent(2, "shelf.create", kept),
    sent(3, "shelf.update", { id: kept.id, patch: { name: "renamed" }, was: {} }),
    sent(4, "shelf.update", { id: uuid(), patch: { name: "nothing" }, was: {} }),
    sent(5, "shelf.delete", { id: gone.id }),
  ]);
  const asked = await device.sync([], { cursor });
  expect(poked[1]).toEqual({
    base: { epoch: device.epoch, cursor },
    cursor: asked.cursor,
    rows: asked.rows,
    gone: asked.gone,
  });
  await device.sync(
    Array.from({ length: POKE_MAX_ROWS + 1 }, (_, at) =>
      sent(6 + at, "shelf.update", { id: kept.id, patch: { name: `${at}` }, was: {} }),
    ),
  );
  expect(poked[2]).toBeNull();
});

test("A request for another account's stream gets no rows", async () => {
  const { ada, device } = await ownerWithDevice();
  expect((await ada.get(`/api/sync/events?user=${uuid()}`)).status).toBe(409);
  const stream = await ada.get(`/api/sync/events?user=${device.userId}`);
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
});
