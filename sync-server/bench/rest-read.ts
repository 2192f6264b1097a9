import { fileURLToPath } from "node:url";
import type { Bench, Line } from "./bench.ts";
import { requestsPerSecond } from "./requests-per-second.ts";
import { sideBySide } from "./side-by-side.ts";
import { type BenchServer, postJson } from "./start-bench-server.ts";
import { startProcess } from "./start-process.ts";

const BARE_ROUTE = fileURLToPath(new URL("bare-route.ts", import.meta.url));
const SHELVES = ["Books I give away", "Kitchen", "Where to find me"];
const ITEMS_ON_EACH = 12;
const GOAL = 0.5;

/** What a signed-in read costs over what HTTP costs anyway: the same bytes from a route of Hono's that does nothing else. */
export const restRead: Bench = async (server) => {
  const headers = await furnishedAccount(server);
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

async function furnishedAccount({ origin, signUp }: BenchServer): Promise<{ Cookie: string }> {
  const headers = await signUp("rest-reader");
  for (const name of SHELVES) {
    const { id } = (await (await postJson(`${origin}/api/shelves`, { name, description: "What I would buy again", emoji: "📚" }, headers)).json()) as { id: string };
    for (let item = 0; item < ITEMS_ON_EACH; item += 1) await addItem(`${origin}/api/shelves/${id}/items`, headers, `${name}, number ${item}`);
  }
  return headers;
}

async function addItem(url: string, headers: { Cookie: string }, title: string): Promise<void> {
  const body = new FormData();
  for (const [field, value] of Object.entries({ title, url: "https://example.org/a/thing", description: "One line about why it stands here", price: "$19" })) {
    body.set(field, value);
  }
  const answer = await fetch(url, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
}
