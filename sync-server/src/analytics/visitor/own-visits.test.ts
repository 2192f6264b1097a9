import { expect, test } from "vitest";
import { runAllSteps } from "#testing/run-all-steps";
import { openTestServer, startTestServer } from "#testing/open-test-server";
import { forgetOwnVisits, MARKS_OF_ACCOUNT_MAX, OwnVisits } from "./own-visits.ts";

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

test("An account has a bounded number of marks a day, whatever its browsers are called, and takes none of another's", async () => {
  const server = await openTestServer();
  const idOf = async (name: string) =>
    (
      (await (await (await server.signedIn(`${name}@example.org`, name)).get("/api/auth/me")).json()) as {
        id: string;
      }
    ).id;
  const [ada, eve] = [await idOf("ada"), await idOf("eve")];
  const { db, now, reportBug } = server.services;
  const marks = db.reader.selectFrom("own_visit").select("mark");
  const stored = async (id: string) => (await marks.where("user_id", "=", id).execute()).length;
  await db.writer.deleteFrom("own_visit").execute();
  for (const network of ["first", "after a restart"]) {
    const visits = new OwnVisits({ db, now, reportBug, onNew: () => {} });
    visits.note(ada, SEEN);
    for (let at = 0; at < 200; at += 1) visits.note(eve, { network, userAgent: `Firefox ${at}` });
    await visits.close();
    expect(await visits.ownersAt(SEEN)).toEqual(new Set([ada]));
    expect([await stored(ada), await stored(eve)]).toEqual([1, MARKS_OF_ACCOUNT_MAX]);
  }
  server.wait(DAY);
  const nextDay = new OwnVisits({ db, now, reportBug, onNew: () => {} });
  nextDay.note(eve, SEEN);
  expect(await nextDay.ownersAt(SEEN)).toEqual(new Set([eve]));
  await nextDay.close();
});
