import { fileURLToPath } from "node:url";
import type { Bench, Line } from "./bench.ts";
import { furnishPage } from "./furnish-page.ts";
import { requestsPerSecond } from "./requests-per-second.ts";
import { sideBySide } from "./side-by-side.ts";
import { startProcess } from "./start-process.ts";

const BARE_ROUTE = fileURLToPath(new URL("bare-route.ts", import.meta.url));
const GOAL = 0.5;

export const restRead: Bench = async (server) => {
  const headers = await server.signUp("rest-reader");
  await furnishPage(server, headers);
  const lines: Line[] = [];
  for (const path of ["/api/shelves", "/api/items"]) {
    const bytes = await (await fetch(server.origin + path, { headers })).text();
    const bare = await startProcess(BARE_ROUTE, { args: [bytes] });
    const [ours, theirs] = await sideBySide(
      () => requestsPerSecond({ url: server.origin + path, headers }),
      () => requestsPerSecond({ url: bare.origin, headers }),
    );
    await bare.stop();
    const figure = `${(ours / theirs).toFixed(2)} × a bare route (${Math.round(ours)} of ${Math.round(theirs)} requests/s, ${bytes.length} bytes)`;
    lines.push({ what: `GET ${path}`, figure, goal: `≥ ${GOAL} ×`, isMet: ours / theirs >= GOAL });
  }
  return lines;
};
