/**
 * First DNS; then one transaction applies the result, unless the domain was removed or checked elsewhere in
 * between.
 */
import type { DomainProblem } from "@shelv/contract/rows/domain";
import type { Kysely, Selectable } from "kysely";
import { type AccountPlan, FIRST_PLAN, limitsAt, TRIAL_MS } from "@shelv/contract/rows/plan";
import { readSingle } from "#database/rows/read-owner";
import type { Schema } from "#database/schema";
import { lockKeys, write } from "#database/transaction";
import type { Bus } from "#bus/bus";
import type { Database } from "#database/open-database";
import type { HeldDomains } from "./held-domains.ts";
import type { NameLookup } from "./name-lookup.ts";
import type { AccountRules } from "#shelves/refresh-account";
import type { ReportBug } from "#http/answer-errors";
import { hasToken, type Records, verifyDns } from "./verify-dns.ts";
import { isHeld, nextProgress, type Progress } from "./next-domain.ts";

export type DomainRow = Selectable<Schema["domain"]>;
/** What shows an owner's page under its names. */
export type HoldersDeps = {
  bus: Bus;
  heldDomains: HeldDomains;
  pages: { drop(userId: string): void };
  /** Notifies a CDN of the changed page; null for none. */
  purger: { changed(userId: string): void } | null;
};
export type DomainDeps = HoldersDeps & { db: Database; now: () => Date; names: NameLookup };

/** `seenMs` (sweep-clock.ts): no release for an age that the server has not seen. */
export async function checkDomain(deps: DomainDeps, seen: DomainRow, seenMs: number): Promise<void> {
  const [records, target] = await Promise.all([deps.names.recordsOf(seen.name), deps.names.target()]);
  const changed = await write(deps.db.writer, seen.user_id, async (trx) => {
    await lockKeys(trx, "domains", [seen.name]);
    const row = await trx
      .selectFrom("domain")
      .selectAll()
      .where("user_id", "=", seen.user_id)
      .where("name", "=", seen.name)
      .executeTakeFirst();
    if (!row || row.token !== seen.token || row.checked_at !== seen.checked_at) return [];
    const holder = await otherHolder(trx, row);
    const nowMs = deps.now().getTime();
    const after = nextProgress(progressOf(row), {
      evidence: records && verifyDns(records, { token: row.token, target }),
      isHeldByOther: holder !== undefined && records !== null && hasToken(records, holder.token),
      nowMs,
      seenMs,
    });
    const takesOver = after !== null && isHeld(after.state) && holder !== undefined;
    if (takesOver) await releaseToOther(trx, holder, { records, nowMs });
    await store(trx, row, { after, isAnswer: records !== null, nowMs });
    return [
      ...(isHeld(row.state) === (after !== null && isHeld(after.state)) ? [] : [row.user_id]),
      ...(takesOver ? [holder.user_id] : []),
    ];
  });
  await reloadHolders(deps, changed);
}

/** Call it after a commit that changed these accounts' domains: their pages get a new canonical address. */
export async function reloadHolders(
  { bus, heldDomains, pages, purger }: HoldersDeps,
  userIds: string[],
): Promise<void> {
  if (userIds.length === 0) return;
  for (const userId of userIds) purger?.changed(userId);
  await heldDomains.reload(userIds);
  for (const userId of userIds) pages.drop(userId);
  bus.send({ kind: "domainsChanged", userIds });
}

const otherHolder = (trx: Kysely<Schema>, { name, user_id }: DomainRow) =>
  trx
    .selectFrom("domain")
    .selectAll()
    .where("name", "=", name)
    .where("user_id", "!=", user_id)
    .where("state", "in", ["verified", "lost"])
    .executeTakeFirst();

/** The former holder starts over. */
async function releaseToOther(
  trx: Kysely<Schema>,
  { user_id, name }: DomainRow,
  { records, nowMs }: { records: Records | null; nowMs: number },
): Promise<void> {
  const problem: DomainProblem = { code: "wrong-token", found: records?.texts.slice(0, 1) ?? [] };
  await trx
    .updateTable("domain")
    .set({
      state: "waiting",
      problem: JSON.stringify(problem),
      lost_at: null,
      verified_at: null,
      added_at: nowMs,
      checked_at: nowMs,
    })
    .where("user_id", "=", user_id)
    .where("name", "=", name)
    .execute();
}

type Outcome = { after: Progress | null; isAnswer: boolean; nowMs: number };

async function store(
  trx: Kysely<Schema>,
  row: DomainRow,
  { after, isAnswer, nowMs }: Outcome,
): Promise<void> {
  if (after === null) {
    await trx.deleteFrom("domain").where("user_id", "=", row.user_id).where("name", "=", row.name).execute();
    return;
  }
  await trx
    .updateTable("domain")
    .set({
      state: after.state,
      problem: after.problem && JSON.stringify(after.problem),
      lost_at: after.lostAt,
      check_at: after.checkAt,
      ...(isAnswer ? { checked_at: nowMs } : {}),
      verified_at: isHeld(after.state) ? (row.verified_at ?? nowMs) : null,
    })
    .where("user_id", "=", row.user_id)
    .where("name", "=", row.name)
    .execute();
}

const progressOf = ({ state, added_at, lost_at, problem, check_at }: DomainRow): Progress => ({
  state,
  addedAt: added_at,
  lostAt: lost_at,
  problem: problem === null ? null : (JSON.parse(problem) as DomainProblem),
  checkAt: check_at,
});

/** Each external name server may take seconds. */
const AT_ONCE = 16;
const DOMAINS_PER_STEP = 160;
const OWNERS_PER_STEP = 200;

export type ClockDeps = DomainDeps & { rules: AccountRules; reportBug: ReportBug };

type SweepOptions = { signal?: AbortSignal; seenMs: number };

/** Also releases domains without a plan. `seenMs`: see sweep-clock.ts. */
export async function* checkDueDomains(
  deps: ClockDeps,
  { signal, seenMs }: SweepOptions,
): AsyncGenerator<void> {
  // A wrong clock would end trials early.
  if (seenMs >= TRIAL_MS) yield* releaseBeyondPlan(deps);
  const upTo = deps.now().getTime();
  let after = { check_at: -1, user_id: "", name: "" };
  for (;;) {
    const due = await deps.db.reader
      .selectFrom("domain")
      .selectAll()
      .where("check_at", "<=", upTo)
      .where((eb) =>
        eb(
          eb.refTuple("check_at", "user_id", "name"),
          ">",
          eb.tuple(after.check_at, after.user_id, after.name),
        ),
      )
      .orderBy("check_at")
      .orderBy("user_id")
      .orderBy("name")
      .limit(DOMAINS_PER_STEP)
      .execute();
    const left = due.values();
    const work = async () => {
      for (const row of left)
        if (!signal?.aborted) await checkDomain(deps, row, seenMs).catch(deps.reportBug);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const last = due.at(-1);
    if (!last) return;
    after = last;
    yield;
  }
}

async function* releaseBeyondPlan(deps: ClockDeps): AsyncGenerator<void> {
  const { reader, writer } = deps.db;
  let after = "";
  for (;;) {
    const owners = await ownersWithDomains(reader, after);
    const released: string[] = [];
    const context = { now: deps.now().toISOString(), hasPlanLimits: deps.rules.hasPlanLimits };
    for (const { user_id: userId, body } of owners) {
      const account = body === null ? FIRST_PLAN : (JSON.parse(body) as AccountPlan);
      if (limitsAt(account, context).hasCustomDomain) continue;
      const isReleased = await write(writer, userId, async (trx) => {
        // The owner may have chosen another plan since.
        if (limitsAt(await readSingle(trx, userId, "account"), context).hasCustomDomain) return false;
        await trx.deleteFrom("domain").where("user_id", "=", userId).execute();
        return true;
      });
      if (isReleased) released.push(userId);
    }
    await reloadHolders(deps, released);
    const last = owners.at(-1);
    if (!last) return;
    after = last.user_id;
    yield;
  }
}

const ownersWithDomains = (reader: Kysely<Schema>, after: string) =>
  reader
    .selectFrom((eb) =>
      eb
        .selectFrom("domain")
        .select("user_id")
        .distinct()
        .where("user_id", ">", after)
        .orderBy("user_id")
        .limit(OWNERS_PER_STEP)
        .as("owner"),
    )
    .leftJoin("single", (join) =>
      join.onRef("single.user_id", "=", "owner.user_id").on("single.id", "=", "account"),
    )
    .select(["owner.user_id", "single.body"])
    .orderBy("owner.user_id")
    .execute();
