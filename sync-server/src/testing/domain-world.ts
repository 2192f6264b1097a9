import type { DomainAnswer } from "@shelv/contract/rows/domain";
import { checkDueDomains } from "#domains/check-domain";
import { runAllSteps } from "./run-all-steps.ts";
import type { Browser } from "./browser.ts";
import { openNameServer } from "#testing/servers/name-server";
import { openTestServer, type TestServer } from "./open-test-server.ts";
import type { Zone } from "#testing/servers/start-name-server";

export const SITE = "https://shelv.example";
const PAGE_HOST = "pages.example";
export const NAME = "www.ada.com";

export type DomainWorld = {
  server: TestServer;
  zone: Zone;
  look: () => Promise<void>;
  owner: (name: string) => Promise<Browser>;
  pageAt: (host: string, path?: string, init?: RequestInit) => Promise<Response>;
  verified: (browser: Browser, name?: string) => Promise<DomainAnswer>;
};

export async function openDomainWorld(
  zone: Zone = {},
  { env = {}, at }: { env?: Record<string, string>; at?: TestServer } = {},
): Promise<DomainWorld> {
  const ours = { A: ["192.0.2.1"], AAAA: ["2001:db8::1"] };
  const dns = await openNameServer({ "shelv.example": ours, [PAGE_HOST]: ours, ...zone });
  const server = await openTestServer({
    env: { PUBLIC_URL: SITE, PAGE_HOST, DNS_SERVERS: dns.address, ...env },
    ...(at && { at }),
  });
  const { names } = server.services;
  if (!names) throw new Error("The server has no address");
  return {
    server,
    zone: dns.zone,
    look: async () =>
      void (await runAllSteps(checkDueDomains({ ...server.services, names }, { seenMs: Infinity }))),
    async owner(name) {
      const browser = await server.signedIn(`${name.toLowerCase()}@example.org`, name);
      await browser.put("/api/user/plan", { plan: "premium" });
      return browser;
    },
    pageAt: async (host, path = "/", init = {}) =>
      server.app.request(path, {
        ...init,
        headers: { Host: host, ...(init.headers as Record<string, string>) },
      }),
    async verified(browser, name = NAME) {
      dns.zone[`_shelv.${name}`] = { TXT: [tokenOf(await addDomain(browser, name))] };
      dns.zone[name] = { CNAME: PAGE_HOST };
      return addDomain(browser, name);
    },
  };
}

export const listDomains = async (browser: Browser): Promise<DomainAnswer[]> =>
  ((await (await browser.get("/api/domains")).json()) as { domains: DomainAnswer[] }).domains;

export async function addDomain(browser: Browser, name = NAME): Promise<DomainAnswer> {
  const { domains } = (await (await browser.post("/api/domains", { name })).json()) as {
    domains: DomainAnswer[];
  };
  const found = domains.find((domain) => domain.name === name);
  if (!found) throw new Error(`${name} was not added`);
  return found;
}

export const tokenOf = ({ records }: Pick<DomainAnswer, "records">): string =>
  records.find(({ type }) => type === "TXT")?.value ?? "";
