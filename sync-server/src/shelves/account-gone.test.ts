import { SYNC_SCHEMA } from "@shelv/contract/sync";
import { expect, test } from "vitest";
import { headOfAnswer } from "#shelves/sync-state/seen-device";
import { newShelf, sent } from "#testing/device";
import { ownerWithDevice } from "#testing/owner-with-device";
import { exchange } from "./exchange.ts";
import { refreshAccount } from "./refresh-account.ts";

test("A device whose account is deleted during its exchange is signed out, and that is not a bug", async () => {
  const { server, device } = await ownerWithDevice();
  const { db, writeDeps, rules, now } = server.services;
  const { userId, clientId, epoch, cursor } = device;
  const mutations = [sent(1, "shelf.create", newShelf("Books"))];
  const request = {
    schema: SYNC_SCHEMA,
    clientId,
    epoch,
    cursor,
    ack: 0,
    pull: true,
    continues: false,
    mutations,
  };
  await db.writer.deleteFrom("user").where("id", "=", userId).execute();

  const answer = await device.ask({ mutations });
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: "signed-out" }]);
  for (const step of [
    () => exchange(writeDeps, userId, request),
    () => headOfAnswer(db.reader, { userId, clientId, epoch, ack: 0 }),
    () => refreshAccount(db, userId, { rules, now: now() }),
  ])
    await expect(step()).rejects.toMatchObject({ name: "Refusal", code: "signed-out" });
  expect(server.printed.filter((line) => line.includes('"bug"'))).toEqual([]);
});
