import { expect, test } from "vitest";
import { runAllSteps } from "#testing/run-all-steps";
import { openTestServer, startTestServer } from "#testing/open-test-server";
import { forgetOwnVisits, OwnVisits } from "./own-visits.ts";

const DAY = 24 * 60 * 60_000;
const SEEN = { network: "hash", userAgent: "Firefox" };

test("The network and browser of an owner's session are known after a restart, until the day ends", async () => {
  const before = await startTestServer();
  const owner = await before.signedIn("mira@example.org", "Mira");
  const { id } = (await (await owner.get("/api/auth/me")).json()) as { id: string };
  before.services.ownVisits.note(id, SEEN);
  before.services.ownVisits.note(id, SEEN);
  before.services.ownVisits.note("deleted", SEEN);
  expect(await before.services.ownVisits.ownersAt(SEEN)).toEqual(new Set([id, "deleted"]));
  await before.services.close();

  const server = await openTestServer({ at: before });
  const { db, now, ownVisits, reportBug } = server.services;
  expect(await ownVisits.ownersAt(SEEN)).toEqual(new Set([id]));
  expect(await ownVisits.ownersAt({ ...SEEN, userAgent: "Safari" })).toEqual(new Set());
  server.wait(DAY);
  await runAllSteps(forgetOwnVisits(db.writer, now()));
  expect(await db.reader.selectFrom("own_visit").selectAll().execute()).toEqual([]);
  const nextDay = new OwnVisits({ db, now, reportBug, onNew: () => {} });
  expect(await nextDay.ownersAt(SEEN)).toEqual(new Set());
});

test("Stored marks are read a page at a time, and again after messages were lost", async () => {
  const { services } = await openTestServer();
  const { db, now, reportBug } = services;
  const ids = Array.from({ length: 2500 }, (_, at) => `user-${String(at).padStart(4, "0")}`);
  for (let at = 0; at < ids.length; at += 500)
    await db.writer
      .insertInto("user")
      .values(ids.slice(at, at + 500).map((id) => ({ id, email: `${id}@example.org`, created_at: 0 })))
      .execute();
  const there = new OwnVisits({ db, now, reportBug, onNew: () => {} });
  for (const id of ids) there.note(id, { ...SEEN, userAgent: id });
  there.note("user-0001", { ...SEEN, userAgent: "user-0000" });
  await there.close();

  const here = new OwnVisits({ db, now, reportBug, onNew: () => {} });
  expect(await here.ownersAt({ ...SEEN, userAgent: "user-0000" })).toEqual(
    new Set(["user-0000", "user-0001"]),
  );
  for (const id of ids.slice(1))
    expect(await here.ownersAt({ ...SEEN, userAgent: id })).toEqual(new Set([id]));
  there.note("user-0003", { ...SEEN, userAgent: "user-0002" });
  await there.close();
  expect(await here.ownersAt({ ...SEEN, userAgent: "user-0002" })).toEqual(new Set(["user-0002"]));
  here.loadAgain();
  expect(await here.ownersAt({ ...SEEN, userAgent: "user-0002" })).toEqual(
    new Set(["user-0002", "user-0003"]),
  );
});
