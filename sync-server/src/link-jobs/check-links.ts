/**
 * Checks each public link about once per week, and stores what it finds as a change of its own.
 *
 *   due checks → claimed → public? → its host's minute, its robots.txt → HEAD, GET → states, by owner
 */
import type { LinkState } from "@shelv/contract/rows/item";
import { isWebUrl } from "@shelv/contract/values/link-url";
import { Refusal } from "@shelv/contract/refusal";
import { LINKS_CHECKED_TOGETHER } from "@shelv/mutators/changes/item-links";
import type { Kysely, Selectable } from "kysely";
import pLimit from "p-limit";
import { readSingle } from "#database/rows/read-owner";
import type { Schema } from "#database/schema";
import type { PageReader } from "#link-details/page-reader";
import { applyAtOnce, type WriteDeps } from "#mutate/apply-mutations";
import { mutation } from "#mutate/mutation";
import { HTML_MAX_BYTES, type Outbound, type Wanted } from "#outbound/outbound";
import { afterCheck, type Checked, type CheckOutcome } from "./next-check.ts";
import type { HostPoliteness } from "./host-politeness.ts";

export type CheckDeps = {
  db: { reader: Kysely<Schema>; writer: Kysely<Schema> };
  writeDeps: WriteDeps;
  outbound: Outbound;
  pageReader: PageReader;
  politeness: HostPoliteness;
  now: () => Date;
  reportBug: (error: unknown) => unknown;
};

const MINUTE_MS = 60_000;
const LEASE_MS = 10 * MINUTE_MS;
/** The most checks in one round; rounds are a minute apart. */
const CHECKS_PER_ROUND = 200;
const AT_ONCE = 4;

type Due = Selectable<Schema["link_check"]> & {
  url: string;
  link_state: LinkState;
  price: string;
  is_hidden: number;
};
type Found = { due: Due; checked: Checked; isNew: boolean };

/** Runs one round of checks. Yields between owners. */
export async function* checkDueLinks(deps: CheckDeps, signal?: AbortSignal): AsyncGenerator<void> {
  if (!deps.outbound.isOn) return;
  const due = await claimChecks(deps);
  const line = pLimit(AT_ONCE);
  const owners = new Map<string, Promise<boolean>>();
  const isPublic = (userId: string) => {
    const known = owners.get(userId) ?? isPageShown(deps.db.reader, userId);
    owners.set(userId, known);
    return known;
  };
  const found = await Promise.all(
    due.map((one) =>
      line(async () => {
        if (signal?.aborted) return null;
        const isShown = one.is_hidden === 0 && (await isPublic(one.user_id));
        return isShown ? checkOne(deps, one) : later(deps, one);
      }),
    ),
  );
  const byOwner = Map.groupBy(
    found.filter((one) => one !== null),
    ({ due: { user_id } }) => user_id,
  );
  for (const [userId, checks] of byOwner) {
    for (let at = 0; at < checks.length; at += LINKS_CHECKED_TOGETHER)
      await store(deps, userId, checks.slice(at, at + LINKS_CHECKED_TOGETHER)).catch(deps.reportBug);
    yield;
  }
}

/** Leases the checks that are due. No other round takes a check until its lease ends. */
async function claimChecks({ db, now }: CheckDeps): Promise<Due[]> {
  const nowMs = now().getTime();
  const due = await db.reader
    .selectFrom("link_check")
    .leftJoin("item", (join) =>
      join.onRef("item.user_id", "=", "link_check.user_id").onRef("item.id", "=", "link_check.item_id"),
    )
    .selectAll("link_check")
    .select(["item.url", "item.link_state", "item.price", "item.is_hidden"])
    .where("link_check.due_at", "<=", nowMs)
    .orderBy("link_check.due_at")
    .limit(CHECKS_PER_ROUND)
    .execute();
  const claimed: Due[] = [];
  for (const { url, link_state, price, is_hidden, ...check } of due) {
    if (url === null || link_state === null || price === null || is_hidden === null) {
      await forget(db.writer, check);
      continue;
    }
    const due_at = nowMs + LEASE_MS;
    const { numUpdatedRows } = await db.writer
      .updateTable("link_check")
      .set({ due_at })
      .where("user_id", "=", check.user_id)
      .where("item_id", "=", check.item_id)
      .where("due_at", "=", check.due_at)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) claimed.push({ ...check, due_at, url, link_state, price, is_hidden });
  }
  return claimed;
}

/** Deletes the check of a deleted item. */
const forget = (writer: Kysely<Schema>, { user_id, item_id, due_at }: Selectable<Schema["link_check"]>) =>
  writer
    .deleteFrom("link_check")
    .where("user_id", "=", user_id)
    .where("item_id", "=", item_id)
    .where("due_at", "=", due_at)
    .execute();

async function isPageShown(reader: Kysely<Schema>, userId: string): Promise<boolean> {
  const user = await reader
    .selectFrom("user")
    .select(["username", "suspended_for"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!user?.username || user.suspended_for !== null) return false;
  return (await readSingle(reader, userId, "settings")).publicProfile;
}

/** Checks one link. Null if the check was put off. */
async function checkOne(deps: CheckDeps, due: Due): Promise<Found | null> {
  const { politeness, now } = deps;
  if (!isWebUrl(due.url)) return later(deps, due);
  const waitMs = politeness.waitMs(new URL(due.url).hostname, now().getTime());
  if (waitMs > 0) return putOff(deps, due, waitMs);
  try {
    // The site's rules and the link share one deadline.
    const asking = { payer: due.user_id, signal: deps.outbound.deadline() };
    const outcome = (await politeness.mayAsk(due.url, asking)) ? await outcomeOf(deps, due, asking) : "none";
    // The server stops: its lease ends, and the check is due again.
    if (deps.outbound.isClosed) return null;
    const progress = { state: due.link_state, misses: due.misses, missedAt: due.missed_at };
    const checked = afterCheck(outcome, progress, { nowMs: now().getTime(), random: Math.random() });
    return { due, checked, isNew: outcome !== "none" };
  } catch (error) {
    // The lease ends, and the check is due again.
    if (!(error instanceof Refusal)) deps.reportBug(error);
    return null;
  }
}

async function outcomeOf(
  deps: CheckDeps,
  { user_id, url, link_state, price }: Due,
  asking: Pick<Wanted, "payer" | "signal">,
): Promise<CheckOutcome> {
  const { outbound, pageReader } = deps;
  const accept = "text/html, */*;q=0.5";
  // Only a product can be sold out.
  const isForSale = price !== "" || link_state === "sold-out";
  try {
    if (!isForSale) {
      const head = await outbound.fetch(url, { ...asking, method: "HEAD", accept, maxBytes: 0 });
      if (head.status >= 200 && head.status < 300) return "ok";
    }
    const answer = await outbound.fetch(url, {
      ...asking,
      accept,
      maxBytes: isForSale ? HTML_MAX_BYTES : 1024,
    });
    if (answer.status === 404 || answer.status === 410) return "missing";
    if (answer.status < 200 || answer.status >= 300) return "unsure";
    if (!isForSale || !/^(?:text\/html|application\/xhtml)/i.test(answer.contentType)) return "ok";
    const { isSoldOut } = await pageReader.read(
      { bytes: answer.bytes, contentType: answer.contentType, address: answer.url.href },
      user_id,
    );
    return isSoldOut === true ? "sold-out" : "ok";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The name does not exist.
    if (error.code === "link-not-found") return "missing";
    if (error.code === "busy") throw error;
    return error.code === "link-too-large" ? "ok" : "unsure";
  }
}

const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

/** Puts off by a week the check of a link that visitors do not see. */
async function later(deps: CheckDeps, due: Due): Promise<null> {
  return putOff(deps, due, WEEK_MS);
}

async function putOff({ db, now }: CheckDeps, due: Due, waitMs: number): Promise<null> {
  await db.writer
    .updateTable("link_check")
    .set({ due_at: now().getTime() + waitMs })
    .where("user_id", "=", due.user_id)
    .where("item_id", "=", due.item_id)
    .where("due_at", "=", due.due_at)
    .execute();
  return null;
}

/** Stores what the checks found. An item whose link changed since has a new time, and stays unchecked. */
async function store(
  { db, writeDeps, now }: CheckDeps,
  userId: string,
  found: readonly Found[],
): Promise<void> {
  const checkedAt = now().toISOString();
  const checks = found
    .filter(({ isNew }) => isNew)
    .map(({ due, checked }) => ({ id: due.item_id, url: due.url, linkState: checked.state, checkedAt }));
  if (checks.length > 0)
    await applyAtOnce(writeDeps, userId, [mutation("item.note-link-checks", { checks })]);
  for (const { due, checked } of found)
    await db.writer
      .updateTable("link_check")
      .set({ due_at: checked.dueAt, misses: checked.misses, missed_at: checked.missedAt })
      .where("user_id", "=", userId)
      .where("item_id", "=", due.item_id)
      .where("due_at", "=", due.due_at)
      .execute();
}
