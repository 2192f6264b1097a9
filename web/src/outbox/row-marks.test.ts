import { newShelf } from "@shelv/contract/testing/rows";
import { expect, test } from "vitest";
import { newId } from "#platform/new-id";
import { rowMarks } from "#local-store/queries";
import { readMeta, writeMeta } from "#local-store/sync-meta";
import { openTestStore } from "#local-store/testing/open-test-store";
import { mutate } from "./mutate";

test("a long outbox is read once for the row marks; later only new entries are", async () => {
  const store = openTestStore();
  const ids = Array.from({ length: 100 }, () => newId());
  for (const id of ids) {
    await mutate(store, {
      name: "shelf.create",
      args: newShelf({ id }),
    });
    await mutate(store, { name: "shelf.update", args: { id, patch: { name: "Films" }, was: {} } });
  }
  let read = 0;
  store.outbox.hook("reading", (entry) => {
    read += 1;
    return entry;
  });
  expect(await rowMarks(store)).toEqual(new Map(ids.map((id) => [id, "pending"])));
  expect(read).toBe(200);
  const added = newId();
  await mutate(store, {
    name: "shelf.create",
    args: newShelf({ id: added }),
  });
  expect([(await rowMarks(store)).size, read]).toEqual([101, 201]);
  await writeMeta(store, { ...(await readMeta(store)), lastMid: 200 });
  expect(await rowMarks(store)).toEqual(new Map([[added, "pending"]]));
});
