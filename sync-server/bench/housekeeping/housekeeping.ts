/**
 * A server with 100,000 accounts runs every job beside a light load. Runs only when named: it takes about an
 * hour and 5 GB of disk.
 */
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { spawn } from "node:child_process";
import SQLite from "better-sqlite3";
import { SMTPServer } from "smtp-server";
import { answerTimesOf } from "./answer-times.ts";
import type { Bench, Line } from "sync-server/bench/bench";
import { BUNDLE } from "sync-server/bench/build-if-stale";
import { freePort } from "sync-server/bench/free-port";
import { type Filled, fillDatabase } from "./fill-database.ts";
import { memoryOfPhases, type Phase, readBlocks } from "./read-loop-log.ts";
import { startProcess, type StartedProcess } from "sync-server/bench/start-process";

const ACCOUNTS = Number(process.env.BENCH_ACCOUNTS ?? 100_000);
const GOALS = {
  firstAnswerMs: 1000,
  blockMs: 50,
  answerDuringBackupMs: 100,
  memoryMb: 300,
  digestsPerHour: 100_000,
};
/** It runs last; a job has no row before its first cursor or end. */
const LAST_JOB = "write-ahead log";
const OTHER_JOBS: readonly string[] = ["digests", "domains", "link checks", "imports"];
const JOBS_AT_MOST_MS = 90 * 60_000;
const DIGESTS_MEASURED_MS = 30_000;

export const housekeeping: Bench = async (_, { isAskedFor }) => {
  if (!isAskedFor) return [];
  const folder = await mkdtemp(join(tmpdir(), "shelv-bench-"));
  const mails = await startMailSink();
  try {
    const filled = await timed("fill the database", () => fillDatabase(folder, { accounts: ACCOUNTS }));
    return await measure(folder, filled, mails);
  } finally {
    mails.stop();
    await rm(folder, { recursive: true });
  }
};

async function measure(
  folder: string,
  { accounts, events }: Filled,
  mails: { url: string; count: () => number },
): Promise<Line[]> {
  const lines: Line[] = [];
  const add = (what: string, figure: number, unit: string, atMost: number) =>
    lines.push({
      what,
      figure: `${round(figure)} ${unit}`,
      goal: `≤ ${atMost} ${unit}`,
      isMet: figure <= atMost,
    });
  const log = join(folder, "loop.log");
  const watch = await plainScript("watch-loop.ts", folder);
  const port = await freePort();
  const start = async (args: string[] = []) => {
    const began = performance.now();
    const server = await startProcess(BUNDLE, {
      args,
      env: {
        DATA_DIR: folder,
        HOST: "127.0.0.1",
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        TRUST_PROXY: "loopback",
        SMTP_URL: mails.url,
        MAIL_FROM: "shelv@example.org",
        OUTBOUND: "off",
        NODE_OPTIONS: `--import ${watch}`,
        LOOP_LOG: log,
      },
    });
    await (await fetch(`${server.origin}/user-1`)).arrayBuffer();
    return { server, firstAnswerMs: performance.now() - began };
  };

  const restored = await start(["--restored"]);
  add(
    `first answer with --restored, ${accounts} accounts, ${events} events`,
    restored.firstAnswerMs,
    "ms",
    GOALS.firstAnswerMs,
  );
  await restored.server.stop();
  const phases: Phase[] = [];
  const begin = (name: string) => phases.push({ name, from: Date.now() });
  begin("start");
  const { server, firstAnswerMs } = await start();
  add("first answer", firstAnswerMs, "ms", GOALS.firstAnswerMs);
  try {
    const answeredAt = Date.now();
    const load = answerTimesOf((at) => ({ url: `${server.origin}/${usernameOf(at * 7919, accounts)}` }));
    const sent = await digestsPerHour(mails);
    phases.push(...(await timed("run every job", () => jobsAreDone(folder, answeredAt))));
    begin("sitemap");
    const sitemap = await timed("read the sitemap", () => readSitemap(server.origin));
    const waits = await load.stop();
    const blocks = await readBlocks(log, answeredAt);
    add("longest block with work", blocks.longestMs, "ms", GOALS.blockMs);
    lines.push({
      what: "longest block, also by a disk or by other processes",
      figure: `${round(blocks.longestWithWaitsMs)} ms`,
      goal: "",
      isMet: true,
    });
    for (const { what, ms } of blocks.worst) console.log(`  ${ms} ms: ${what}`);
    add("longest answer beside the jobs", waits.at(-1) ?? 0, "ms", 2 * GOALS.blockMs);
    lines.push({ what: "sitemap", figure: `${sitemap} addresses`, goal: "", isMet: true });
    lines.push({
      what: "digests",
      figure: `${Math.round(sent)} an hour`,
      goal: `≥ ${GOALS.digestsPerHour} an hour`,
      isMet: sent >= GOALS.digestsPerHour,
    });
    begin("backup");
    const during = answerTimesOf((at) => ({
      url: `${server.origin}/${usernameOf(at * 104_729, accounts)}`,
    }));
    await timed("back up", () => backUp(folder, join(folder, "backup.zip")));
    add(
      "longest answer during a backup",
      (await during.stop()).at(-1) ?? 0,
      "ms",
      GOALS.answerDuringBackupMs,
    );
    console.table(await memoryOfPhases(log, phases));
    add("most memory", await mostMemoryMb(server), "MB", GOALS.memoryMb);
  } finally {
    await server.stop();
  }
  return lines;
}

function usernameOf(at: number, accounts: number): string {
  const number = 1 + (at % accounts);
  return `user-${number % 50 === 0 ? number - 1 : number}`;
}

async function jobsAreDone(folder: string, startedAt: number): Promise<Phase[]> {
  const db = new SQLite(join(folder, "shelv.db"), { readonly: true });
  try {
    for (let waited = 0; waited < JOBS_AT_MOST_MS; waited += 1000) {
      const jobs = db
        .prepare<[], { name: string; done_at: number; cursor: string | null }>(
          "select * from job where name != 'digests'",
        )
        .all();
      const isDone = jobs.some(({ name }) => name === LAST_JOB) && jobs.every(({ done_at }) => done_at > 0);
      if (isDone) {
        const inOrder = jobs
          .filter(({ name }) => !OTHER_JOBS.includes(name))
          .toSorted((a, b) => a.done_at - b.done_at);
        return inOrder.map(({ name }, at) => ({ name, from: inOrder[at - 1]?.done_at ?? startedAt }));
      }
      if (waited % 15_000 === 0)
        console.log(`  done: ${jobs.flatMap(({ name, done_at }) => (done_at > 0 ? [name] : [])).join(", ")}`);
      await sleep(1000);
    }
    throw new Error("A job does not end");
  } finally {
    db.close();
  }
}

async function plainScript(name: string, folder: string): Promise<string> {
  const file = join(folder, name.replace(".ts", ".mjs"));
  await writeFile(
    file,
    stripTypeScriptTypes(await readFile(new URL(name, import.meta.url), "utf8"), { mode: "strip" }),
  );
  return file;
}

async function digestsPerHour(mails: { count: () => number }): Promise<number> {
  while (mails.count() === 0) await sleep(100);
  const before = mails.count();
  await sleep(DIGESTS_MEASURED_MS);
  return ((mails.count() - before) / DIGESTS_MEASURED_MS) * 3_600_000;
}

async function readSitemap(origin: string): Promise<number> {
  const get = async (path: string) => (await fetch(`${origin}${path}`)).text();
  let addresses = 0;
  for (const [, path = ""] of (await get("/sitemap.xml")).matchAll(/<loc>https?:\/\/[^/]+(\/[^<]+)<\/loc>/g))
    addresses += (await get(path)).match(/<loc>/g)?.length ?? 0;
  return addresses;
}

async function backUp(folder: string, file: string): Promise<void> {
  const child = spawn(process.execPath, [BUNDLE, "backup", file], {
    env: { DATA_DIR: folder },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`The backup ended with ${code}`);
}

async function mostMemoryMb({ pid }: StartedProcess): Promise<number> {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

async function startMailSink(): Promise<{ url: string; count: () => number; stop: () => void }> {
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      stream.resume();
      stream.on("end", () => {
        count += 1;
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, count: () => count, stop: () => server.close(() => {}) };
}

async function timed<T>(what: string, act: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await act();
  console.log(`  ${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return result;
}

const round = (figure: number) => Math.round(figure);
