/**
 * The sync part of `pnpm bench`: the cost until a second device has a first one's offline changes, also of
 * other engines where they are installed (`--peers`). Rounds alternate, each with a new server and two new
 * devices, in separate processes. Devices that store data use the same IndexedDB for Node.
 */
import type { Line } from "sync-server/bench/bench";
import { editLines, localLine, offlineLines, type Outcome } from "./lines.ts";
import { measureLocalCost } from "./measure-local-cost.ts";
import { measureBytes, measureRound } from "./measure-round.ts";
import { arePeersInstalled, installPeers, PEERS, shelv } from "./engines.ts";

const SIZES = [1000, 10_000] as const;
const ROUNDS = 3;
/** In each round of the smaller size. */
const EDITS = 20;
const STORED_ITEMS = 10_000;
const LOCAL_CHANGES = 200;

if (process.argv.includes("--peers")) installPeers();
/** With the limit of a round, the bench ends within about a quarter of an hour. */
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
  // Rounds that count bytes are not timed; they warm up the machine's caches.
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

/** The table says which engine failed or took too long. */
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
