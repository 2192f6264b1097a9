/**
 * The sync part of `pnpm bench`: the cost until a second device has the changes that a first made offline,
 * compared with other engines on their own servers where they are installed (`--peers` installs them). Rounds
 * alternate. Each has a new server and two new devices, all in separate processes. Devices that store data
 * use the same IndexedDB for Node.
 */
import type { Line } from "sync-server/bench/bench";
import type { Outcome } from "./outcome.ts";
import { editLines, localLine, offlineLines } from "./lines.ts";
import { measureLocalCost } from "./measure-local-cost.ts";
import { measureBytes, measureRound } from "./measure-round.ts";
import { arePeersInstalled, installPeers, PEERS } from "./peers.ts";
import { shelv } from "./shelv.ts";

const SIZES = [1000, 10_000] as const;
const ROUNDS = 3;
/** Edits in each round of the smaller size. */
const EDITS = 20;
const STORED_ITEMS = 10_000;
const LOCAL_CHANGES = 200;

if (process.argv.includes("--peers")) installPeers();
/** Together with the time limit of one round, this ends the bench within about a quarter of an hour. */
const SPENT_AT_MOST_MS = 120_000;
const engines = [shelv, ...(arePeersInstalled() ? PEERS : [])];
const outcomes: Outcome[] = engines.map((engine) => ({
  engine,
  offlineMs: new Map(),
  bytes: new Map(),
  editMs: [],
  spentMs: 0,
  stopped: null,
}));

for (const size of SIZES) {
  // Rounds that count bytes are not timed; they also warm up the machine's caches.
  for (const outcome of outcomes)
    await inBounds(
      outcome,
      async () => void outcome.bytes.set(size, await measureBytes(outcome.engine, size)),
    );
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const outcome of outcomes) {
      await inBounds(outcome, async () => {
        const { ms, editMs } = await measureRound(outcome.engine, {
          changes: size,
          edits: size === SIZES[0] ? EDITS : 0,
        });
        outcome.offlineMs.set(size, [...(outcome.offlineMs.get(size) ?? []), ms]);
        outcome.editMs.push(...editMs);
      });
    }
  }
  console.log(`  ${size} offline changes …`);
}

/** An engine that fails or takes too long is dropped, and the table says so. */
async function inBounds(outcome: Outcome, measure: () => Promise<void>): Promise<void> {
  if (outcome.stopped !== null) return;
  const startMs = performance.now();
  try {
    await measure();
  } catch (error) {
    outcome.stopped = `failed: ${error instanceof Error ? error.message.split("\n", 1)[0] : String(error)}`;
  }
  outcome.spentMs += performance.now() - startMs;
  if (outcome.spentMs > SPENT_AT_MOST_MS)
    outcome.stopped ??= `stopped after ${Math.round(outcome.spentMs / 1000)} s`;
}

const lines: Line[] = [
  ...offlineLines(outcomes, SIZES),
  ...editLines(outcomes),
  localLine(await measureLocalCost(STORED_ITEMS, LOCAL_CHANGES), STORED_ITEMS),
];
process.send?.(lines);
process.disconnect?.();
