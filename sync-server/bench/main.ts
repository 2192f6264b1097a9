/**
 * `pnpm bench [name …]`: runs the named benches, or all, against one real server, and prints a table. `scale
 * --simulate` computes what many pages need; `abuse --only D2` measures attacks with `D2` in their names.
 * Ratios compare medians of alternating rounds.
 */
import { parseArgs } from "node:util";
import { abuse } from "./abuse/abuse.ts";
import type { Bench, Line } from "./bench.ts";
import { buildIfStale } from "./build-if-stale.ts";
import { housekeeping } from "./housekeeping/housekeeping.ts";
import { linkDetails } from "./link-details.ts";
import { memoryMb } from "./memory.ts";
import { images, sync, web } from "./package-benches.ts";
import { page } from "./page.ts";
import { postgres } from "./postgres/postgres.ts";
import { restRead } from "./rest-read.ts";
import { scale } from "./scale/scale.ts";
import { startBenchServer } from "./start-bench-server.ts";
import { summary } from "./analytics/summary.ts";
import { track } from "./analytics/track.ts";
import { twoServers } from "./two-servers.ts";

const BENCHES: Record<string, Bench> = {
  "rest-read": restRead,
  page,
  track,
  summary,
  postgres,
  "link-details": linkDetails,
  sync,
  images,
  web,
  abuse,
  housekeeping,
  scale,
  "two-servers": twoServers,
};
const MEMORY_MAX_MB = 200;

const {
  positionals: asked,
  values: { simulate, only },
} = parseArgs({
  allowPositionals: true,
  options: { simulate: { type: "boolean", default: false }, only: { type: "string", default: "" } },
});
const unknown = asked.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}. There are: ${Object.keys(BENCHES).join(", ")}.`);
  process.exit(1);
}

await buildIfStale();
const server = await startBenchServer();
try {
  const lines: Line[] = [];
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.log(`${name} …`);
    for (const line of await bench(server, { isAskedFor: asked.includes(name), simulates: simulate, only }))
      lines.push({ ...line, what: `${name}: ${line.what}` });
  }
  const mb = await memoryMb(server.pid);
  lines.push({
    what: "memory of the server at the end",
    figure: `${mb} MB`,
    goal: `< ${MEMORY_MAX_MB} MB`,
    isMet: mb < MEMORY_MAX_MB,
  });
  console.log(`\n${table(lines)}`);
  process.exitCode = lines.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  await server.stop();
}

export function table(lines: readonly Line[]): string {
  const rows = [
    ["what", "figure", "goal", "met"],
    ...lines.map(({ what, figure, goal, isMet }) => [what, figure, goal, isMet ? "yes" : "NO"]),
  ];
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widthOf(column)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
