import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { DailySalt } from "#database/daily-salt";
import { sweepSalts } from "#database/daily-salt";
import { openTestServer } from "#testing/open-test-server";
import { hashedAddress, networkOf } from "./hashed-address.ts";

const DAY_MS = 24 * 60 * 60_000;

test("An address has one hash all day, after a restart too, and another the next day", async () => {
  const server = await openTestServer();
  const { addressSalt, db, now } = server.services;
  const hash = await hashedAddress("203.0.113.9", addressSalt);
  expect(await hashedAddress("203.0.113.9", addressSalt)).toBe(hash);
  expect(await hashedAddress("203.0.113.9", new DailySalt(db.writer, "address", now))).toBe(hash);
  expect(await hashedAddress("203.0.113.8", addressSalt)).not.toBe(hash);
  expect(await hashedAddress("203.0.113.9", new DailySalt(db.writer, "visitor", now))).not.toBe(hash);
  server.wait(DAY_MS);
  expect(await hashedAddress("203.0.113.9", addressSalt)).not.toBe(hash);
});

test.each([
  ["2001:db8:1:2::1", "2001:db8:1:2:3:4:5:6", true],
  ["2001:db8::1", "2001:db8:0:0:ffff::1", true],
  ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
  ["::1", "::2", true],
  ["fe80::", "fe80::1", true],
])("%s and %s count as one: %s", async (one, other, isSame) => {
  const { addressSalt } = (await openTestServer()).services;
  expect((await hashedAddress(one, addressSalt)) === (await hashedAddress(other, addressSalt))).toBe(isSame);
});

test.each([
  ["2001:db8:1:2ab::1", "2001:db8:1:2ab", "2001:db8:1:02", "2001:db8:1", "2001:db8"],
  ["2001:db8:1:a2ab::1", "2001:db8:1:a2ab", "2001:db8:1:a2", "2001:db8:1", "2001:db8"],
  ["2001:db8::1", "2001:db8:0:0", "2001:db8:0:00", "2001:db8:0", "2001:db8"],
  ["203.0.113.9", "203.0.113.9", "203.0.113.9", "203.0.113", "203.0"],
])("%s is in the network %s, the site %s, the block %s and the provider's %s", (address, ...networks) => {
  expect(
    (["network", "site", "block", "provider"] as const).map((width) => networkOf(address, width)),
  ).toEqual(networks);
});

test("The sweep destroys yesterday's salt even if nothing needs today's, and leaves it nowhere in the file", async () => {
  const server = await openTestServer();
  const { addressSalt, db } = server.services;
  const salt = (await addressSalt.today()).toString("base64url");
  const fileHolds = async () => {
    await sql`pragma wal_checkpoint(truncate)`.execute(db.writer);
    return (await readFile(join(server.folder, "shelv.db"))).includes(salt);
  };
  expect(await fileHolds()).toBe(true);
  await sweepSalts(db.writer, server.services.now());
  expect(await fileHolds()).toBe(true);
  server.wait(DAY_MS);
  await sweepSalts(db.writer, server.services.now());
  expect(await db.reader.selectFrom("daily_salt").selectAll().execute()).toEqual([]);
  expect(await fileHolds()).toBe(false);
});
