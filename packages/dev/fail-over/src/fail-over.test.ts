/**
 * Starts the files of sync-server/deploy/cluster: devices write through HAProxy, and a visitor loads a page,
 * while PostgreSQL's primary and the server processes are killed, `FAIL_OVERS` times.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { BUS_CONNECTION } from "sync-server/bus/postgres-bus";
import { signUp } from "sync-server/bench/start-bench-server";
import { expect, onTestFinished, test } from "vitest";
import type { Outage } from "./database-machines.ts";
import { Installation } from "./installation.ts";
import { WritingDevice } from "./writing-device.ts";

const FAIL_OVERS = Number(process.env["FAIL_OVERS"] ?? 2);
const OUTAGES: readonly Outage[] = ["silence", "postgres", "machine"];
/** An account with a page and without a device: a change would drop the page from the cache. */
const VISITED = "visited";
const OWNERS = 3;
const DEVICES_OF_AN_OWNER = 2;
const VISIT_EVERY_MS = 50;
const LISTENS_WITHIN_MS = 10_000;
const STOP_WITHIN_MS = 60_000;
const TIMEOUT_MS = 240_000 + FAIL_OVERS * 120_000;

test(
  "When primaries hang or are killed, and server processes are killed, no acknowledged change is lost or applied twice, and pages stay available",
  async () => {
    const installation = await Installation.start();
    onTestFinished(() => installation.stop(), STOP_WITHIN_MS);
    const { origin, shelvs, databases } = installation;
    const devices = await signUpDevices(installation);
    const versionsBefore = await versions(installation);

    let [lastAnswer, longestGapMs] = [performance.now(), 0];
    const onAnswer = () => {
      longestGapMs = Math.max(longestGapMs, performance.now() - lastAnswer);
      lastAnswer = performance.now();
    };
    const writing = new AbortController();
    const writes = devices.map((device) => device.write(writing.signal, onAnswer));
    const failed = Promise.all(writes).then(() => Promise.reject(new Error("A device has ended")));
    failed.catch(() => {});
    const duringWrites = <T>(act: Promise<T>) => Promise.race([act, failed]);
    const gapsMs: number[] = [];
    const gapDuring = async (act: () => Promise<void>) => {
      await duringWrites(answered(devices));
      longestGapMs = 0;
      await duringWrites(act());
      await duringWrites(answered(devices));
      return longestGapMs;
    };

    const visitor = await visit(installation, VISITED);
    for (let nth = 0; nth < FAIL_OVERS; nth += 1) {
      const outage = OUTAGES[nth % OUTAGES.length] ?? "silence";
      gapsMs.push(await gapDuring(() => databases.fail(outage, () => answered(devices))));
      console.log(`Fail-over ${nth + 1}, ${outage}: no answer for ${Math.round(gapsMs.at(-1) ?? 0)} ms`);
      await expect.poll(() => listeners(installation), { timeout: LISTENS_WITHIN_MS }).toBe(shelvs.length);
    }
    const visits = await visitor.stop();
    expect(visits).toEqual(visits.map(() => 200));
    const restartGaps: number[] = [];
    for (const signal of ["SIGTERM", "SIGKILL"] as const)
      for (const shelv of shelvs) restartGaps.push(await gapDuring(() => shelv.restart(signal)));
    writing.abort();
    await Promise.all(writes);

    const acknowledged = devices.reduce((sum, device) => sum + device.acknowledged, 0);
    const inVain = devices.reduce((sum, device) => sum + device.triesInVain, 0);
    console.log(
      `${acknowledged} changes acknowledged, ${inVain} tries in vain, ${visits.length} visits, ${FAIL_OVERS} fail-overs: no answer for at most ` +
        `${Math.round(Math.max(...gapsMs))} ms, during restarts for ${Math.round(Math.max(...restartGaps))} ms`,
    );
    expect(await stored(installation)).toEqual(
      devices
        .map(({ clientId, acknowledged }) => ({
          client_id: clientId,
          last_mid: acknowledged,
          name: String(acknowledged),
        }))
        .toSorted((a, b) => (a.client_id < b.client_id ? -1 : 1)),
    );
    expect((await versions(installation)) - versionsBefore).toBe(acknowledged);
    expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({
      status: "degraded",
      problems: ["Several servers share the database, but not their pictures: set MEDIA_URL."],
    });
  },
  TIMEOUT_MS,
);

async function signUpDevices({ origin, shelvs: [shelv] }: Installation): Promise<WritingDevice[]> {
  if (!shelv) throw new Error("No server runs");
  await signUp(shelv, VISITED);
  const devices: WritingDevice[] = [];
  for (let nth = 0; nth < OWNERS; nth += 1) {
    const owner = await signUp(shelv, `owner-${nth}`);
    const { id } = (await (await fetch(`${origin}/api/auth/me`, { headers: owner })).json()) as {
      id: string;
    };
    for (let device = 0; device < DEVICES_OF_AN_OWNER; device += 1)
      devices.push(new WritingDevice(origin, { ...owner, userId: id }));
  }
  return devices;
}

async function visit(
  { origin, shelvs }: Installation,
  username: string,
): Promise<{ stop: () => Promise<number[]> }> {
  const statuses: number[] = [];
  const ask = async (from: string) => {
    const answer = await fetch(`${from}/${username}`);
    await answer.arrayBuffer();
    statuses.push(answer.status);
  };
  for (const shelv of shelvs) await ask(shelv.origin);
  const stopping = new AbortController();
  const asking = (async () => {
    while (!stopping.signal.aborted) {
      await ask(origin);
      await sleep(VISIT_EVERY_MS);
    }
  })();
  return {
    stop() {
      stopping.abort();
      return asking.then(() => statuses);
    },
  };
}

async function answered(devices: readonly WritingDevice[]): Promise<void> {
  const before = devices.map(({ acknowledged }) => acknowledged);
  await expect
    .poll(() => devices.every(({ acknowledged }, at) => acknowledged > (before[at] ?? 0)), {
      timeout: 60_000,
    })
    .toBe(true);
}

async function listeners(installation: Installation): Promise<number> {
  const rows = await installation.query(
    `select pid from pg_stat_activity where application_name = '${BUS_CONNECTION}'`,
  );
  return rows.length;
}

async function versions(installation: Installation): Promise<number> {
  const [row] = await installation.query<{ sum: string }>("select sum(version) as sum from sync_user");
  return Number(row?.sum);
}

const stored = async (installation: Installation) =>
  (
    await installation.query<{ client_id: string; last_mid: string; name: string }>(
      `select client_id, last_mid, name from sync_client
       join shelf on shelf.user_id = sync_client.user_id and shelf.writer = client_id order by client_id`,
    )
  ).map((row) => ({ ...row, last_mid: Number(row.last_mid) }));
