import { FIRST_PLAN } from "@shelv/contract/rows/plan";
import { expect, test } from "vitest";
import { Device } from "#testing/device";
import { openTestServer } from "#testing/open-test-server";
import { refreshAccount } from "./refresh-account.ts";

test("The account single is written when its user or the server's rules change, and only then", async () => {
  const server = await openTestServer();
  const device = await Device.of(await server.signedIn("ada@example.org", "ada"));
  const { db, now } = server.services;
  const refresh = (hasPlanLimits: boolean) =>
    refreshAccount(db, device.userId, { rules: { hasPlanLimits }, now: now() });
  const versions = async () =>
    db.reader
      .selectFrom("sync_user")
      .innerJoin("single", "single.user_id", "sync_user.user_id")
      .select(["sync_user.version as counter", "single.version as row", "body"])
      .where("single.id", "=", "account")
      .executeTakeFirstOrThrow();

  const before = await versions();
  await refresh(true);
  expect(await versions()).toEqual(before);

  await Promise.all([refresh(false), refresh(false)]);
  const after = await versions();
  expect(JSON.parse(after.body)).toEqual({ username: "ada", ...FIRST_PLAN, hasPlanLimits: false });
  expect(after.row).toBeGreaterThan(before.counter);
  expect(after.counter).toBeGreaterThanOrEqual(after.row);
});

test("A device pulls a new rule with its next exchange", async () => {
  const server = await openTestServer();
  const device = await Device.of(await server.signedIn("ada@example.org", "ada"));
  server.services.rules.hasPlanLimits = false;
  expect((await device.sync()).rows).toEqual([
    { table: "singles", row: { id: "account", username: "ada", ...FIRST_PLAN, hasPlanLimits: false } },
  ]);
  expect((await device.sync()).rows).toEqual([]);
});
