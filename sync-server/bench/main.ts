/**
 * `pnpm bench [name …]`: the named benches, or all of them, against one real server, and a table of what came out. Absolute
 * figures say something about the machine; ratios compare two things in one run, in rounds that take turns, by their medians.
 */
import { abuse } from "./abuse.ts";
import type { Bench, Line } from "./bench.ts";
import { buildIfStale } from "./build-if-stale.ts";
import { images } from "./images.ts";
import { memoryMb } from "./memory.ts";
import { page } from "./page.ts";
import { restRead } from "./rest-read.ts";
import { startBenchServer } from "./start-bench-server.ts";
import { summary } from "./summary.ts";
import { sync } from "./sync.ts";
import { table } from "./table.ts";
import { track } from "./track.ts";
import { web } from "./web.ts";

const BENCHES: Record<string, Bench> = {
  "rest-read": restRead,
  page,
  track,
  summary,
  sync,
  images,
  web,
  abuse,
};
const MEMORY_MAX_MB = 200;

const asked = process.argv.slice(2);
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
    for (const line of await bench(server, { isAskedFor: asked.includes(name) }))
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
