import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bench, Line } from "./bench.ts";
import { bigAccounts, visitAll } from "./big-accounts.ts";
import { furnishPage } from "./furnish-page.ts";
import { memoryMb } from "./memory.ts";
import { pageOnDomain } from "./page-on-domain.ts";
import { pageQuality } from "./package-benches.ts";
import { answerTimes, askForMs, type BenchRequest, requestsPerSecond } from "./requests-per-second.ts";
import { median, percentile, sideBySide } from "./side-by-side.ts";
import { type BenchServer, startBenchServer } from "./start-bench-server.ts";
import { startProcess } from "./start-process.ts";

const BARE_ROUTE = fileURLToPath(new URL("bare-page-route.ts", import.meta.url));
const COMPRESSED = { "Accept-Encoding": "gzip, deflate, br" };
const ROUND_MS = 2000;
const CACHED_GOAL = 0.9;
const CHANGING_GOAL = 0.5;
/** One in this many requests is for a page changed since the last. */
const CHANGE_EVERY = 100;
const P99_GOAL = 3;
const MEMORY_GOAL_MB = 300;
/** Far more than fit in memory. The large number takes minutes, so it runs only when named. */
const DISTINCT_PAGES = { asked: 100_000, otherwise: 5_000 };

export const page: Bench = async (server, how) => {
  const owner = await server.signUp("page-owner");
  await furnishPage(server, owner);
  const address = `${server.origin}/page-owner`;
  return [
    ...(await throughput(address, { server, owner })),
    await pageOnDomain(),
    await memory(how.isAskedFor ? DISTINCT_PAGES.asked : DISTINCT_PAGES.otherwise),
    ...(await pageQuality(how)),
  ];
};

/**
 * Compares a page with a Hono route that only answers with the same bytes, log and flags.
 *
 * For a changing page, both sides get one change, flushed to disk, before each hundred requests, since fsync
 * is most of its cost. All else counts against our server.
 */
async function throughput(
  url: string,
  { server, owner }: { server: BenchServer; owner: { Cookie: string } },
): Promise<Line[]> {
  await requestsPerSecond({ url, headers: COMPRESSED });
  const bare = await startBare(url);
  const bareUrl = `${bare.origin}/page-owner`;
  const [ours, theirs] = await sideBySide(
    () => requestsPerSecond({ url, headers: COMPRESSED }),
    () => requestsPerSecond({ url: bareUrl, headers: COMPRESSED }),
  );
  const [changing, still] = await sideBySide(
    () => whileItChanges(server.origin, owner),
    () => whileItChanges(bare.origin, owner),
  );
  const lines = [
    ratioLine("a cached page", ours / theirs, {
      goal: CACHED_GOAL,
      detail: `${Math.round(ours)} of ${Math.round(theirs)} requests/s`,
    }),
    ratioLine(`a page of which one in ${CHANGE_EVERY} requests follows a change`, changing / still, {
      goal: CHANGING_GOAL,
      detail: `${Math.round(changing)} of ${Math.round(still)} requests/s`,
    }),
    await tail(url, bareUrl),
  ];
  await bare.stop();
  return lines;
}

const ratioLine = (
  what: string,
  ratio: number,
  { goal, detail }: { goal: number; detail: string },
): Line => ({
  what,
  figure: `${ratio.toFixed(2)} × a bare route (${detail})`,
  goal: `≥ ${goal} ×`,
  isMet: ratio >= goal,
});

async function startBare(url: string) {
  const folder = await mkdtemp(join(tmpdir(), "shelv-bench-page-"));
  const file = join(folder, "page.br");
  await writeFile(file, await rawBytes(url));
  const { origin, stop } = await startProcess(BARE_ROUTE, { args: [file, join(folder, "kept.db")] });
  return { origin, stop: () => stop().then(() => rm(folder, { recursive: true })) };
}

/** As sent: fetch would decompress them. */
async function rawBytes(url: string): Promise<Buffer> {
  const [answer] = (await once(get(url, { headers: COMPRESSED }), "response")) as [IncomingMessage];
  return Buffer.concat(await answer.toArray());
}

async function whileItChanges(origin: string, owner: { Cookie: string }): Promise<number> {
  const url = `${origin}/page-owner`;
  let asked = 0;
  const next = (): BenchRequest => {
    asked += 1;
    if (asked % (CHANGE_EVERY + 1) !== 0) return { url, headers: COMPRESSED };
    const body = JSON.stringify({ primaryColor: `#${(asked % 4096).toString(16).padStart(3, "0")}` });
    return {
      url: `${origin}/api/settings`,
      method: "PUT",
      headers: { ...owner, "Content-Type": "application/json" },
      body,
    };
  };
  const { perSecond } = await askForMs(ROUND_MS, { url, connections: 20, next });
  return (perSecond * CHANGE_EVERY) / (CHANGE_EVERY + 1);
}

/**
 * The slowest answers beside the bare route's: a busy machine adds the same to both. If that is above the
 * goal, this machine cannot measure it.
 */
async function tail(url: string, bareUrl: string): Promise<Line> {
  const slowest = async (url: string) => {
    const times = await answerTimes({ url, headers: COMPRESSED });
    return percentile(times, 0.99) / median(times);
  };
  const [ours, theirs] = await sideBySide(
    () => slowest(url),
    () => slowest(bareUrl),
  );
  return {
    what: "the slowest of a hundred answers, over 20 connections",
    goal: `≤ ${P99_GOAL} × the median`,
    isMet: ours <= P99_GOAL,
    figure: `${ours.toFixed(1)} × the median (the bare route's: ${theirs.toFixed(1)} ×)`,
  };
}

/** Of a new server after it has shown this many pages once each. */
async function memory(count: number): Promise<Line> {
  const server = await startBenchServer();
  try {
    const accounts = await bigAccounts(server.dataFolder, {
      prefix: "shown",
      count,
      shelves: 1,
      itemsOnEach: 3,
    });
    const before = await memoryMb(server.pid);
    await visitAll(
      accounts.map(({ username }) => `${server.origin}/${username}`),
      COMPRESSED,
    );
    const grown = (await memoryMb(server.pid)) - before;
    return {
      what: `memory for ${count} distinct pages`,
      figure: `${grown} MB more than before`,
      goal: `≤ ${MEMORY_GOAL_MB} MB`,
      isMet: grown <= MEMORY_GOAL_MB,
    };
  } finally {
    await server.stop();
  }
}
