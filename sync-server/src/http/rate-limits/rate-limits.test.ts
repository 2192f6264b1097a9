import { TooMany } from "@shelv/contract/refusal";
import { expect, test } from "vitest";
import { sweepSignIn } from "#sign-in/sign-in";
import { runAllSteps } from "#testing/run-all-steps";
import { openTestServer } from "#testing/open-test-server";
import { LIMITS } from "./limits.ts";
import { RateLimits } from "./rate-limits.ts";

const NAME = "codes-by-block-to-mailbox";
const { points, perS } = LIMITS[NAME];
const outcomes = (tries: Promise<void>[]) =>
  Promise.all(
    tries.map((one) =>
      one.then(
        () => "let in",
        (reason: unknown) => reason,
      ),
    ),
  );
const refusals = (all: unknown[]) =>
  all.filter((one) => one instanceof TooMany).map((one) => one.retryAfterS);

test("The limit's number of requests pass, also in parallel, and the others get the time to wait", async () => {
  const { limits } = (await openTestServer()).services;
  expect(
    refusals(await outcomes(Array.from({ length: points + 3 }, () => limits.take([NAME, "a"])))),
  ).toEqual([perS, perS, perS]);
  expect(await outcomes([limits.take([NAME, "b"])])).toEqual(["let in"]);
});

test("A count is forgotten when its time is over, and not before, whatever requests arrive", async () => {
  const server = await openTestServer();
  const { limits } = server.services;
  for (let taken = 0; taken < points; taken += 1) await limits.take([NAME, "a"]);
  server.wait(perS * 1000 - 1);
  expect(refusals(await outcomes([limits.take([NAME, "a"])]))).toEqual([1]);
  server.wait(1);
  expect(await outcomes([limits.take([NAME, "a"])])).toEqual(["let in"]);
});

test("Counts survive a restart", async () => {
  const { limits, db, now } = (await openTestServer()).services;
  for (let taken = 0; taken < points; taken += 1) await limits.take([NAME, "a"]);
  expect(refusals(await outcomes([new RateLimits(db, now).take([NAME, "a"])]))).toEqual([perS]);
});

test("A refusal by one limit takes nothing from the others", async () => {
  const { limits } = (await openTestServer()).services;
  await limits.take(["code-pause", "a"]);
  for (let knock = 0; knock < points; knock += 1)
    await outcomes([limits.take([NAME, "a"], ["code-pause", "a"])]);
  expect(await outcomes(Array.from({ length: points }, () => limits.take([NAME, "a"])))).toEqual(
    Array(points).fill("let in"),
  );
});

test("Many at once pass together or not at all, and a refusal leaves space for fewer", async () => {
  const { limits } = (await openTestServer()).services;
  await limits.take([NAME, "a"]);
  expect(await outcomes([limits.takeMany(points, [NAME, "a"])])).toEqual([expect.any(TooMany)]);
  expect(await outcomes([limits.takeMany(points - 1, [NAME, "a"])])).toEqual(["let in"]);
});

test("Of parallel requests, those too many take nothing from any limit", async () => {
  const { limits } = (await openTestServer()).services;
  const both = () => limits.takeMany(points, ["tracked-by-network", "a"], [NAME, "a"]);
  const all = await outcomes([both(), both(), both()]);
  expect([all.filter((one) => one === "let in"), refusals(all)]).toEqual([["let in"], [perS, perS]]);
  const left = LIMITS["tracked-by-network"].points - points;
  expect(await outcomes([limits.takeMany(left, ["tracked-by-network", "a"])])).toEqual(["let in"]);
  await limits.giveBack([NAME, "a"]);
  expect(await outcomes([limits.take([NAME, "a"])])).toEqual(["let in"]);
});

test("Points reserved for others are refused to one client, and available to another", async () => {
  const { limits } = (await openTestServer()).services;
  const left = (leavesFree: number) => outcomes([limits.take([NAME, "a", leavesFree])]);
  expect([
    await limits.isCounted([NAME, "a"]),
    await left(points - 1),
    await limits.isCounted([NAME, "a"]),
  ]).toEqual([false, ["let in"], true]);
  expect(await left(points - 1)).toEqual([expect.any(TooMany)]);
  for (let taken = 1; taken < points; taken += 1) expect(await left(0)).toEqual(["let in"]);
  expect([await left(0), await limits.isUsedUp([NAME, "a"])]).toEqual([[expect.any(TooMany)], true]);
});

test("Failed work counts unless its failure refunds, and a refund of an expired count is not a credit", async () => {
  const server = await openTestServer();
  const { limits } = server.services;
  const failing = (givesBack: boolean) =>
    limits.takeFor([["code-pause", "a"]], () => Promise.reject(new Error("no mail")), {
      givesBackAfter: () => givesBack,
    });
  await expect(failing(true)).rejects.toThrow("no mail");
  await expect(failing(false)).rejects.toThrow("no mail");
  await expect(failing(true)).rejects.toThrow("in 30 seconds");
  server.wait(LIMITS["code-pause"].perS * 1000);
  await limits.giveBack(["code-pause", "a"]);
  await limits.take(["code-pause", "a"]);
  await expect(limits.take(["code-pause", "a"])).rejects.toThrow("in 30 seconds");
});

test("A count of a clock that ran ahead ends once the clock is right", async () => {
  const server = await openTestServer();
  const { limits } = server.services;
  const aheadMs = 500 * 24 * 60 * 60_000;
  server.wait(aheadMs);
  for (let taken = 0; taken < points; taken += 1) await limits.take([NAME, "a"]);
  await expect(limits.take([NAME, "a"])).rejects.toThrow(TooMany);
  server.wait(-aheadMs);
  expect(await limits.isCounted([NAME, "a"])).toBe(false);
  await limits.take([NAME, "a"]);
  for (let taken = 1; taken < points; taken += 1) await limits.take([NAME, "a"]);
  await expect(limits.take([NAME, "a"])).rejects.toThrow(TooMany);
});

test("An expired count is swept, and a running one is not", async () => {
  const server = await openTestServer();
  const { limits, db } = server.services;
  const keys = async () =>
    (await db.reader.selectFrom("rate_limit").select("key").execute()).map(({ key }) => key);
  await limits.take([NAME, "a"], ["code-pause", "a"]);
  server.wait(LIMITS["code-pause"].perS * 1000);
  await runAllSteps(sweepSignIn(server.services, Infinity));
  expect(await keys()).toEqual([`${NAME}:a`]);
});

test("A frequent limit is counted without writing", async () => {
  const { limits, db } = (await openTestServer()).services;
  const { points: most } = LIMITS["tracked-by-network"];
  for (let taken = 0; taken < most; taken += 1) await limits.take(["tracked-by-network", "a"]);
  await expect(limits.take(["tracked-by-network", "a"])).rejects.toThrow(TooMany);
  expect(await db.reader.selectFrom("rate_limit").selectAll().execute()).toEqual([]);
});

test("No limit lasts longer than the day's salt", () => {
  for (const { perS: seconds } of Object.values(LIMITS)) expect(seconds).toBeLessThanOrEqual(24 * 60 * 60);
});
