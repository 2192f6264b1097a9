/**
 * Cuts the power of the built server, on paper: strace records what it writes and flushes, and each cut is a
 * moment with a disk as it may be after it. It runs with the long tests, where strace may be installed.
 */
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { originalPath, picturePath } from "@shelv/contract/rows/picture";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { sha256Of } from "#pictures/store-picture";
import { Browser } from "#testing/browser";
import { InstalledBundle } from "#testing/install-bundle";
import { plainPicture } from "#testing/pictures";
import { type Cut, writeImage } from "./disk-image.ts";
import { type Operation, readTrace, straceOf } from "./read-trace.ts";

const CUTS = Number(process.env.POWER_CUTS ?? 30);
const LYING_CUTS = 4;
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const DEVICES = 4;
const SHELVES = 25;
const PICTURES = 3;
const TIMEOUT_MS = 3_600_000;

type Promised = { at: number; kind: "session" | "shelf" | "picture"; value: string };
type Recorded = { operations: Operation[]; promised: Promised[]; cookies: ReadonlyMap<string, string> };

let installed: InstalledBundle;
let recorded: Recorded;
beforeAll(async () => {
  if (spawnSync("strace", ["-V"]).error && spawnSync("apt-get", ["install", "-y", "strace"]).status !== 0)
    throw new Error("Power cuts need strace: apt-get install strace");
  installed = await InstalledBundle.build();
}, TIMEOUT_MS);
afterAll(() => installed.remove());

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "shelv-power-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const SETTINGS = { OUTBOUND: "off", PLAN_LIMITS: "off" };

async function record(): Promise<Recorded> {
  const [folder, traces] = [join(await temporaryFolder(), "data"), await temporaryFolder()];
  await mkdir(folder, { mode: 0o700 });
  const wrapper = straceOf(join(traces, "trace"));
  const server = await installed.startListening({ DATA_DIR: folder, ...SETTINGS }, { wrapper });
  const promised: Promised[] = [];
  const promise = (kind: Promised["kind"], value: string) =>
    void promised.push({ at: Date.now() / 1000, kind, value });
  const ada = new Browser((request) => fetch(request), server.origin);
  await ada.post("/api/auth/send-code", { email: "ada@example.org" });
  const code = await vi.waitFor(
    () => /example\.org is (\d{6})/.exec(server.said())?.[1] ?? Promise.reject(new Error("no code")),
    { timeout: 30_000 },
  );
  expect((await ada.post("/api/auth/verify-code", { code })).status).toBe(200);
  await ada.post("/api/auth/complete-registration", { username: "ada" });
  const { id } = (await (await ada.get("/api/auth/me")).json()) as { id: string };
  promise("session", id);
  const write = async (_: unknown, device: number) => {
    for (let at = 0; at < SHELVES; at += 1) {
      const name = `Shelf ${at} of device ${device}`;
      if ((await ada.post("/api/shelves", { name, description: "x".repeat(200) })).ok) promise("shelf", name);
    }
  };
  const upload = async () => {
    for (let at = 0; at < PICTURES; at += 1) {
      const body = await plainPicture("png", 40, 30 + at);
      const sha256 = sha256Of(body);
      const answer = await ada.send("PUT", `/api/blobs/${sha256}`, { body, headers: { "X-User": id } });
      if (answer.status === 204) promise("picture", sha256);
    }
  };
  await Promise.all([...Array.from({ length: DEVICES }, write), upload()]);
  server.process.kill("SIGKILL");
  await server.ended;
  return { operations: await readTrace(traces, folder), promised, cookies: ada.cookies };
}

async function brokenAfter(cut: Cut): Promise<string[]> {
  const folder = join(await temporaryFolder(), "data");
  await mkdir(folder, { mode: 0o700 });
  await writeImage(recorded.operations, cut, folder);
  const promised = recorded.promised.filter(({ at }) => at < cut.at);
  const server = await installed.startListening({ DATA_DIR: folder, ...SETTINGS }).catch(() => null);
  if (server === null) return ["The server does not start"];
  const ada = new Browser((request) => fetch(request), server.origin);
  for (const [name, value] of recorded.cookies) ada.cookies.set(name, value);
  const shelves = await (await ada.get("/api/shelves")).text();
  const broken: string[] = [];
  for (const { kind, value } of promised) {
    const isThere =
      kind === "shelf"
        ? shelves.includes(`"${value}"`)
        : kind === "session"
          ? (await (await ada.get("/api/auth/me")).text()).includes(value)
          : (await ada.get(originalPath(value))).ok && (await ada.get(picturePath(value, 320))).ok;
    if (!isThere) broken.push(`${kind} ${value}`);
  }
  if ((await ada.get("/readyz")).status !== 200) broken.push("The server is not ready");
  server.process.kill("SIGTERM");
  await server.ended;
  if (server.said().includes('"bug"')) broken.push(server.said());
  const db = new SQLite(join(folder, "shelv.db"), { readonly: true });
  if (db.pragma("integrity_check", { simple: true }) !== "ok") broken.push("The database is damaged");
  db.close();
  await rm(folder, { recursive: true });
  return broken;
}

function cutsOf(count: number, keptParts: readonly number[], ignoresSyncs: boolean): Cut[] {
  const [first = 0, last = 0] = [recorded.operations[0]?.began, recorded.operations.at(-1)?.ended];
  const random = randomFrom(SEED);
  return Array.from({ length: count }, (_, number) => ({
    at: first + random() * (last - first),
    keeps: keptParts[number % keptParts.length] ?? 0,
    ignoresSyncs,
    random,
  }));
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test(
  "After a power cut at any moment the server starts, with every row, picture and session that it acknowledged",
  async () => {
    recorded = await record();
    expect(recorded.promised).toHaveLength(1 + DEVICES * SHELVES + PICTURES);
    for (const [at, cut] of cutsOf(CUTS, [0, 0.5, 0.9, 1], false).entries())
      expect([at, cut.at, cut.keeps, await brokenAfter(cut)]).toEqual([at, cut.at, cut.keeps, []]);
  },
  TIMEOUT_MS,
);

test(
  "A disk that lies about fsync loses some of it",
  async () => {
    const broken: string[][] = [];
    for (const cut of cutsOf(LYING_CUTS, [0.5, 0.9], true)) broken.push(await brokenAfter(cut));
    expect(broken.filter(({ length }) => length > 0)).not.toEqual([]);
  },
  TIMEOUT_MS,
);
