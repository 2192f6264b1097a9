import { startNameServer, type Zone } from "#testing/servers/start-name-server";
import type { Line } from "./bench.ts";
import { freePort } from "./free-port.ts";
import { furnishPage } from "./furnish-page.ts";
import { requestsPerSecond } from "./requests-per-second.ts";
import { sideBySide } from "./side-by-side.ts";
import { postJson, startBenchServer } from "./start-bench-server.ts";

const NAME = "www.page-owner.com";
const PAGE_HOST = "pages.example";
const COMPRESSED = { "Accept-Encoding": "gzip, deflate, br" };
const GOAL = 0.9;

export async function pageOnDomain(): Promise<Line> {
  const zone: Zone = { [PAGE_HOST]: { A: ["192.0.2.1"] } };
  const dns = await startNameServer(zone);
  const port = String(await freePort());
  const server = await startBenchServer({
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PAGE_HOST,
    DNS_SERVERS: dns.address,
    PLAN_LIMITS: "off",
  });
  try {
    const owner = await server.signUp("page-owner");
    await furnishPage(server, owner);
    await holdDomain(server.origin, { owner, zone });
    const there = { url: `${server.origin}/`, headers: { ...COMPRESSED, Host: `${NAME}:${port}` } };
    const here = { url: `${server.origin}/page-owner`, headers: COMPRESSED };
    const [own, app] = await sideBySide(
      () => requestsPerSecond(there),
      () => requestsPerSecond(here),
    );
    const ratio = own / app;
    const figure = `${ratio.toFixed(2)} × the same page on the app's host (${Math.round(own)} of ${Math.round(app)} requests/s)`;
    return { what: "a page on a domain of its owner", figure, goal: `≥ ${GOAL} ×`, isMet: ratio >= GOAL };
  } finally {
    await server.stop();
    await dns.stop();
  }
}

async function holdDomain(
  origin: string,
  { owner, zone }: { owner: { Cookie: string }; zone: Zone },
): Promise<void> {
  const look = async () =>
    (await (await postJson(`${origin}/api/domains`, { name: NAME }, owner)).json()) as {
      domains: [{ state: string; records: { type: string; value: string }[] }];
    };
  const {
    domains: [{ records }],
  } = await look();
  zone[`_shelv.${NAME}`] = { TXT: records.filter(({ type }) => type === "TXT").map(({ value }) => value) };
  zone[NAME] = { CNAME: PAGE_HOST };
  const {
    domains: [{ state }],
  } = await look();
  if (state !== "verified") throw new Error(`The domain is ${state}`);
}
