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
  expect(before.services.ownVisits.ownersAt(SEEN)).toEqual(new Set([id, "deleted"]));
  await before.services.close();

  const server = await openTestServer({ at: before });
  const { db, now, ownVisits, reportBug } = server.services;
  expect(ownVisits.ownersAt(SEEN)).toEqual(new Set([id]));
  expect(ownVisits.ownersAt({ ...SEEN, userAgent: "Safari" })).toEqual(new Set());
  server.wait(DAY);
  await runAllSteps(forgetOwnVisits(db.writer, now()));
  expect(await db.reader.selectFrom("own_visit").selectAll().execute()).toEqual([]);
  const nextDay = new OwnVisits({ db, now, reportBug, onNew: () => {} });
  await nextDay.load();
  expect(nextDay.ownersAt(SEEN)).toEqual(new Set());
});
