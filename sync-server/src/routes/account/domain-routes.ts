import { domainToUnicode } from "node:url";
import {
  type DomainAnswer,
  type DomainProblem,
  type DomainRecord,
  DOMAINS_MAX,
} from "@shelv/contract/rows/domain";
import { limitsAt } from "@shelv/contract/rows/plan";
import { Refusal } from "@shelv/contract/refusal";
import { domainRoutes } from "@shelv/contract/routes/domains";
import { parse } from "tldts";
import { readSingle } from "#database/rows/read-owner";
import { write } from "#database/transaction";
import { checkDomain, type DomainRow, reloadHolders, type DomainDeps } from "#domains/check-domain";
import { parseDomain } from "#domains/parse-domain";
import type { Target } from "#domains/verify-dns";
import { TOKEN_LABEL, type NameLookup } from "#domains/name-lookup";
import { isHeld, releasedAtMs } from "#domains/next-domain";
import { type Api, bindRoute } from "#http/bind-route";
import type { RateLimits } from "#http/rate-limits/rate-limits";
import type { AccountRules } from "#shelves/refresh-account";
import { keyedHash } from "#platform/token";

type DomainRouteDeps = Omit<DomainDeps, "names"> & {
  names: NameLookup | null;
  limits: RateLimits;
  rules: AccountRules;
  secret: string;
  settings: OwnNames;
};
/** Owners have no domains under the server's names. */
type OwnNames = { publicUrl: string | null; pageHost: string | null };

export function serveDomains(api: Api, deps: DomainRouteDeps): void {
  const {
    db: { reader, writer },
    names,
    limits,
    now,
    rules,
    secret,
    settings,
  } = deps;

  bindRoute(api, domainRoutes.list, ({ caller }) => domainsAnswer(caller.userId));

  bindRoute(api, domainRoutes.add, async ({ caller: { userId }, body }) => {
    if (!names) throw new Refusal("domains-off");
    if (!(await isInPlan(userId))) throw new Refusal("domain-needs-premium");
    const name = parseDomain(body.name, ourNames(settings));
    await limits.take(["domain-checks-by-account", userId]);
    await checkDomain({ ...deps, names }, await addedDomain(userId, name), 0);
    return domainsAnswer(userId);
  });

  bindRoute(api, domainRoutes.remove, async ({ caller: { userId }, params: { name } }) => {
    const removed = await writer
      .deleteFrom("domain")
      .where("user_id", "=", userId)
      .where("name", "=", name)
      .returning("state")
      .executeTakeFirst();
    if (removed && isHeld(removed.state)) await reloadHolders(deps, [userId]);
    return domainsAnswer(userId);
  });

  async function isInPlan(userId: string): Promise<boolean> {
    const account = await readSingle(reader, userId, "account");
    return limitsAt(account, { now: now().toISOString(), hasPlanLimits: rules.hasPlanLimits })
      .hasCustomDomain;
  }

  const addedDomain = (userId: string, name: string): Promise<DomainRow> =>
    write(writer, userId, async (trx) => {
      const domains = await trx.selectFrom("domain").selectAll().where("user_id", "=", userId).execute();
      const known = domains.find((domain) => domain.name === name);
      if (known) return known;
      if (domains.length >= DOMAINS_MAX) throw new Refusal("domain-limit");
      const atMs = now().getTime();
      const row: DomainRow = {
        user_id: userId,
        name,
        token: tokenFor(secret, { userId, name }),
        state: "waiting",
        problem: null,
        added_at: atMs,
        checked_at: null,
        check_at: atMs,
        verified_at: null,
        lost_at: null,
      };
      await trx.insertInto("domain").values(row).execute();
      return row;
    });

  async function domainsAnswer(userId: string) {
    const rows = await reader
      .selectFrom("domain")
      .selectAll()
      .where("user_id", "=", userId)
      .orderBy("added_at")
      .orderBy("name")
      .execute();
    const target = names && rows.length > 0 ? await names.target() : null;
    return {
      isOffered: names !== null,
      isInPlan: await isInPlan(userId),
      domains: target ? rows.map((row) => domainAnswer(row, target)) : [],
    };
  }
}

/** Deterministic: a removed domain can return without a DNS change. */
const tokenFor = (secret: string, { userId, name }: { userId: string; name: string }): string =>
  `shelv-domain=${keyedHash(secret, `domain\n${userId}\n${name}`)}`;

const ourNames = ({ publicUrl, pageHost }: OwnNames): string[] =>
  [publicUrl && new URL(publicUrl).hostname, pageHost].filter((name) => name !== null);

function domainAnswer(row: DomainRow, target: Target): DomainAnswer {
  const { name, state, problem, checked_at: checkedAt } = row;
  return {
    name,
    shownName: domainToUnicode(name),
    state,
    problem: problem === null ? null : (JSON.parse(problem) as DomainProblem),
    records: recordsFor(row, target),
    checkedAt: isoOf(checkedAt),
    releasedAt: isoOf(releasedAtMs({ lostAt: row.lost_at })),
  };
}

/** An apex domain cannot have a CNAME (RFC 1034): it gets the addresses. */
function recordsFor({ name, token }: DomainRow, { name: targetName, addresses }: Target): DomainRecord[] {
  const text = { type: "TXT", name: `${TOKEN_LABEL}.${name}`, value: token } as const;
  const isBare = parse(name, { allowPrivateDomains: true }).domain === name;
  if (!isBare || addresses === null) return [text, { type: "CNAME", name, value: targetName }];
  return [
    text,
    ...addresses.map((value) => ({
      type: value.includes(":") ? ("AAAA" as const) : ("A" as const),
      name,
      value,
    })),
  ];
}

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
