/**
 * Checks each public link about once per week, and stores what it finds.
 *
 *   due checks, owners in turns → claimed → public? → its turn at its host, robots.txt → HEAD, GET → states
 *
 * A claim hides the check until tomorrow: if it ends the process, it is not repeated at each start. Only the
 * site's answer changes a state or counts as a miss.
 */
import type { LinkState } from "@shelv/contract/rows/item";
import { isWebUrl } from "@shelv/contract/values/link-url";
import { Refusal } from "@shelv/contract/refusal";
import { LINKS_CHECKED_TOGETHER } from "@shelv/mutators/changes/item-links";
import type { Kysely, Selectable } from "kysely";
import { isOneOf } from "#database/dialect";
import { readSingle } from "#database/rows/read-owner";
import type { Schema } from "#database/schema";
import type { PageReader } from "#links/details/page-reader";
import { applyAtOnce, type WriteDeps } from "#shelves/mutate/apply-mutations";
import { mutation } from "#shelves/mutate/mutation";
import { HTML_MAX_BYTES, type Outbound, type Wanted } from "#outbound/outbound";
import type { ClaimTurns } from "#jobs/claim-turns";
import { CLAIMED_WORK, openQueue } from "#jobs/shared-queues";
import { afterCheck, type Checked, type CheckOutcome } from "./next-check.ts";
import type { HostPoliteness } from "./host-politeness.ts";

export type CheckDeps = {
  db: { reader: Kysely<Schema>; writer: Kysely<Schema> };
  writeDeps: WriteDeps;
  outbound: Outbound;
  pageReader: PageReader;
  politeness: HostPoliteness;
  turns: ClaimTurns;
  now: () => Date;
  reportBug: (error: unknown) => unknown;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WEEK_MS = 7 * DAY_MS;
/** A minute apart. */
const { atOnce: CHECKS_PER_ROUND, ofPayer: CHECKS_OF_ACCOUNT } = CLAIMED_WORK.linkChecks;
const BUSY_PAUSE_MS = 10 * MINUTE_MS;

/** `claimedUntil`: when it is due again without an outcome. The rest is from before the claim. */
type Due = Selectable<Schema["link_check"]> & {
  claimedUntil: number;
  url: string;
  link_state: LinkState;
  price: string;
  is_hidden: number;
};
type Found = { due: Due; checked: Checked; isNew: boolean };

export async function* checkDueLinks(deps: CheckDeps, signal?: AbortSignal): AsyncGenerator<void> {
  if (!deps.outbound.isOn) return;
  const due = await claimChecks(deps);
  const queue = openQueue("linkChecks");
  const waitsMs = deps.politeness.waitsMs(await shownOf(deps, due), deps.now().getTime());
  const found = await Promise.all(
    due.map((one) =>
      queue.run(
        async () => {
          if (signal?.aborted) return putOff(deps, one, 0);
          const waitMs = waitsMs.get(one) ?? WEEK_MS;
          return waitMs > 0 ? putOff(deps, one, waitMs) : checkOne(deps, one);
        },
        { payer: one.user_id, mayWait: true },
      ),
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

async function claimChecks(deps: CheckDeps): Promise<Due[]> {
  const { db, now, turns } = deps;
  const nowMs = now().getTime();
  const claimed: Due[] = [];
  const countOf = new Map<string, number>();
  const full = () => [...countOf].flatMap(([id, count]) => (count >= CHECKS_OF_ACCOUNT ? [id] : []));
  while (claimed.length < CHECKS_PER_ROUND) {
    const page = await turns.next((leftOut) => dueChecks(db.reader, nowMs, leftOut), full());
    if (!page) break;
    for (const one of page) {
      const count = countOf.get(one.user_id) ?? 0;
      if (claimed.length === CHECKS_PER_ROUND || count === CHECKS_OF_ACCOUNT) continue;
      const due = await claim(deps, one, nowMs);
      if (!due) continue;
      claimed.push(due);
      countOf.set(due.user_id, count + 1);
    }
  }
  for (const id of full()) turns.served(id);
  return claimed;
}

async function dueChecks(reader: Kysely<Schema>, nowMs: number, leftOut: readonly string[]) {
  const due = await reader
    .selectFrom("link_check")
    .leftJoin("item", (join) =>
      join.onRef("item.user_id", "=", "link_check.user_id").onRef("item.id", "=", "link_check.item_id"),
    )
    .selectAll("link_check")
    .select(["item.url", "item.link_state", "item.price", "item.is_hidden"])
    .where("link_check.due_at", "<=", nowMs)
    .where((eb) => eb.not(isOneOf(reader, "link_check.user_id", JSON.stringify(leftOut))))
    .orderBy("link_check.due_at")
    .limit(CHECKS_PER_ROUND)
    .execute();
  return due.length === 0 ? null : due;
}

type DueRow = NonNullable<Awaited<ReturnType<typeof dueChecks>>>[number];

/** Null if another process has it, or the item or its web link is gone. */
async function claim(
  { db }: CheckDeps,
  { url, link_state, price, is_hidden, ...check }: DueRow,
  nowMs: number,
): Promise<Due | null> {
  if (url === null || !isWebUrl(url) || link_state === null || price === null || is_hidden === null) {
    await forget(db.writer, check);
    return null;
  }
  const claimedUntil = Math.round(nowMs + DAY_MS * (1 + 0.2 * Math.random()));
  const { numUpdatedRows } = await db.writer
    .updateTable("link_check")
    .set({ due_at: claimedUntil })
    .where("user_id", "=", check.user_id)
    .where("item_id", "=", check.item_id)
    .where("due_at", "=", check.due_at)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  return { ...check, claimedUntil, url, link_state, price, is_hidden };
}

const forget = (writer: Kysely<Schema>, { user_id, item_id, due_at }: Selectable<Schema["link_check"]>) =>
  writer
    .deleteFrom("link_check")
    .where("user_id", "=", user_id)
    .where("item_id", "=", item_id)
    .where("due_at", "=", due_at)
    .execute();

async function shownOf({ db }: CheckDeps, due: readonly Due[]): Promise<Due[]> {
  const ids = [...new Set(due.map(({ user_id }) => user_id))];
  const isShown = await Promise.all(ids.map((id) => isPageShown(db.reader, id)));
  const shown = new Set(ids.filter((_, at) => isShown[at]));
  return due.filter(({ user_id, is_hidden }) => is_hidden === 0 && shown.has(user_id));
}

async function isPageShown(reader: Kysely<Schema>, userId: string): Promise<boolean> {
  const user = await reader
    .selectFrom("user")
    .select(["username", "suspended_for"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!user?.username || user.suspended_for !== null) return false;
  return (await readSingle(reader, userId, "settings")).publicProfile;
}

async function checkOne(deps: CheckDeps, due: Due): Promise<Found | null> {
  const { politeness, now } = deps;
  try {
    const asking = {
      payer: due.user_id,
      signal: deps.outbound.deadline(),
      language: due.language ?? undefined,
    };
    const outcome = (await politeness.mayAsk(due.url, asking)) ? await outcomeOf(deps, due, asking) : "none";
    // The server stops: this says nothing about the site.
    if (deps.outbound.isClosed) return putOff(deps, due, 0);
    const progress = { state: due.link_state, misses: due.misses, missedAt: due.missed_at };
    const checked = afterCheck(outcome, progress, { nowMs: now().getTime(), random: Math.random() });
    return { due, checked, isNew: outcome !== "none" };
  } catch (error) {
    if (error instanceof Refusal) return putOff(deps, due, BUSY_PAUSE_MS);
    deps.reportBug(error);
    return null;
  }
}

const SILENT: ReadonlySet<string> = new Set(["link-too-slow", "link-unreachable"]);

async function outcomeOf(
  deps: CheckDeps,
  due: Due,
  asking: Pick<Wanted, "payer" | "signal" | "language">,
): Promise<CheckOutcome> {
  const { outbound, pageReader, politeness, now } = deps;
  const { user_id, url, link_state, price } = due;
  const note = (isSilent: boolean) => politeness.noteAnswer(due, { isSilent, nowMs: now().getTime() });
  const accept = "text/html, */*;q=0.5";
  // Only a product can be sold out.
  const isForSale = price !== "" || link_state === "sold-out";
  try {
    if (!isForSale) {
      await using head = await outbound.fetch(url, { ...asking, method: "HEAD", accept, maxBytes: 0 });
      note(false);
      if (head.status >= 200 && head.status < 300) return "ok";
    }
    await using answer = await outbound.fetch(url, {
      ...asking,
      accept,
      maxBytes: isForSale ? HTML_MAX_BYTES : 0,
    });
    note(false);
    if (answer.status === 404 || answer.status === 410) return "missing";
    if (answer.status < 200 || answer.status >= 300) return "unsure";
    if (!isForSale) return "ok";
    const { file, contentType, refresh, url: address } = answer;
    const page = { file: file.path, contentType, refresh, address: address.href };
    const { reading } = await pageReader.read(page, user_id);
    return reading?.isSoldOut === true ? "sold-out" : "ok";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The name does not exist.
    if (error.code === "link-not-found") return "missing";
    if (error.code === "busy") throw error;
    if (SILENT.has(error.code) && !outbound.isClosed) note(true);
    return error.code === "link-too-large" ? "ok" : "unsure";
  }
}

/** The check did not take place: due later, else as it was. */
async function putOff({ db, now }: CheckDeps, due: Due, waitMs: number): Promise<null> {
  await db.writer
    .updateTable("link_check")
    .set({ due_at: now().getTime() + waitMs })
    .where("user_id", "=", due.user_id)
    .where("item_id", "=", due.item_id)
    .where("due_at", "=", due.claimedUntil)
    .execute();
  return null;
}

/** An item whose link changed since has a new time, and stays unchecked. */
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
      .where("due_at", "=", due.claimedUntil)
      .execute();
}
