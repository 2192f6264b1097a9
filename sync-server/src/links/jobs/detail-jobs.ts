/**
 * Reads the links of items that were saved without details, and completes them.
 *
 *   due job → claimed until its lease ends → page, picture → `item.complete-details` → job deleted
 *
 * A claim is a visibility timeout, renewed while the job runs: a job whose process stops is due again within
 * a minute, and two processes claim different ones.
 */
import { PASSING_REFUSALS } from "@shelv/contract/links/link-details";
import { isTitleOfLink, titleOfLink } from "@shelv/contract/links/title-of-link";
import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import { Refusal, TooMany } from "@shelv/contract/refusal";
import { type Kysely, type Selectable, sql } from "kysely";
import { isAmong, isOneOf, skipLocked } from "#database/dialect";
import { fetchRead } from "#database/rows/owner-rows";
import type { Schema } from "#database/schema";
import { type LinkPictureDeps, storeLinkPicture } from "#links/details/link-picture";
import { type LinkDeps, type LinkReading, readLink } from "#links/details/read-link";
import { applyAtOnce, type WriteDeps } from "#shelves/mutate/apply-mutations";
import { mutation } from "#shelves/mutate/mutation";

export type DetailDeps = LinkDeps & LinkPictureDeps & { writeDeps: WriteDeps; now: () => Date };
export type DetailJob = Selectable<Schema["link_job"]>;
type Item = OwnerRow<"items">;

const MINUTE_MS = 60_000;
const LEASE_MS = 45_000;
const RENEWED_EVERY_MS = 15_000;
/** Between tries; after the last one the job is given up. */
const PAUSES_MS = [10_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 3 * 60 * MINUTE_MS];

/** The oldest due job of another account than those `leftOut`. */
export async function claimDetailJob(
  writer: Kysely<Schema>,
  { nowMs, leftOut = [] }: { nowMs: number; leftOut?: readonly string[] },
): Promise<DetailJob | null> {
  const ofOthers = isOneOf(writer, "user_id", JSON.stringify(leftOut));
  const oldest = sql`from link_job where due_at <= ${nowMs} and not (${ofOthers}) order by due_at limit 1 ${skipLocked(writer)}`;
  const claimed = await writer
    .updateTable("link_job")
    .set((eb) => ({ due_at: nowMs + LEASE_MS, tries: eb("tries", "+", 1) }))
    .where(isAmong(writer, oldest))
    .returningAll()
    .executeTakeFirst();
  return claimed ?? null;
}

/** Never throws a refusal: the item shows its owner that the job was given up. */
export async function runDetailJob(deps: DetailDeps, job: DetailJob): Promise<void> {
  const renewing = setInterval(() => void renew(deps, job).catch(() => {}), RENEWED_EVERY_MS).unref();
  await completeItem(deps, job).finally(() => clearInterval(renewing));
}

async function completeItem(deps: DetailDeps, job: DetailJob): Promise<void> {
  const { user_id: userId } = job;
  const [item] = (await fetchRead(deps.db.reader, userId, ["items", job.item_id])) as Item[];
  if (item?.details !== "pending") return end(deps, job);
  try {
    await deps.limits.take(["links-by-account", userId], ["daily-links-by-account", userId]);
    const reading = await readPage(deps, job, item.url);
    const picture = item.picture === null ? await pictureFor(deps, job, reading) : null;
    await complete(deps, userId, item, patchFor(item, reading, picture), { isUnread: reading === null });
    await end(deps, job);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The lease ends, and the job is due again.
    if (deps.outbound.isClosed) return;
    if (error instanceof TooMany) return postpone(deps, job, error.retryAfterS * 1000);
    const pauseMs = pauseAfter(job, error);
    if (pauseMs !== undefined) return retry(deps, job, pauseMs);
    await complete(deps, userId, item, {}, { isUnread: true });
    await end(deps, job);
  }
}

/** Until the next try; undefined if a retry would not help. */
const pauseAfter = ({ tries }: DetailJob, { code }: Refusal): number | undefined =>
  PASSING_REFUSALS.has(code) ? PAUSES_MS[tries - 1] : undefined;

/** Null if it is given up: a captured picture is stored all the same. Throws what may pass. */
async function readPage(deps: DetailDeps, job: DetailJob, url: string): Promise<LinkReading | null> {
  try {
    return await readLink(deps, job.user_id, url, { language: job.language ?? undefined });
  } catch (error) {
    const isOver =
      error instanceof Refusal &&
      !(error instanceof TooMany) &&
      !deps.outbound.isClosed &&
      pauseAfter(job, error) === undefined;
    if (isOver) return null;
    throw error;
  }
}

async function pictureFor(
  deps: DetailDeps,
  { user_id: userId, image_url: captured }: DetailJob,
  reading: LinkReading | null,
): Promise<string | null> {
  const { images: found, icons, details } = reading ?? { images: [], icons: [], details: { color: null } };
  const images = captured === null ? found : [captured, ...found];
  if (images.length === 0 && icons.length === 0) return null;
  const { color } = details;
  try {
    await deps.limits.take(["link-pictures-by-account", userId], ["daily-link-pictures-by-account", userId]);
    const stored = await storeLinkPicture(deps, userId, { images, icons, color }, { mayWait: true });
    return stored?.picture ?? null;
  } catch (error) {
    // A limit passes: the whole job waits for it.
    if (!(error instanceof Refusal) || error instanceof TooMany || error.code === "busy") throw error;
    return null;
  }
}

type Patch = Partial<Pick<Item, "title" | "description" | "price" | "picture">>;

/** Fills in only what is empty, and a title that was never typed. */
function patchFor(item: Item, reading: LinkReading | null, picture: string | null): Patch {
  const patch: Patch = picture === null ? {} : { picture };
  if (reading === null) return patch;
  const { details } = reading;
  const title = details.title ?? titleOfLink(item.url, details.siteName);
  if (isTitleOfLink(item) && title !== item.title) patch.title = title;
  if (details.description !== null && item.description === "") patch.description = details.description;
  if (details.price !== null && item.price === "") patch.price = details.price;
  return patch;
}

async function complete(
  { writeDeps }: DetailDeps,
  userId: string,
  { id, url, title, description, price, picture }: Item,
  patch: Patch,
  { isUnread }: { isUnread: boolean },
): Promise<void> {
  const was = { title, description, price, picture };
  await applyAtOnce(writeDeps, userId, [
    mutation("item.complete-details", { id, url, patch, was, isUnread }),
  ]);
}

/** A job whose lease ends at this moment runs once more, and finds nothing to do. */
async function renew({ db, now }: DetailDeps, job: DetailJob): Promise<void> {
  const until = now().getTime() + LEASE_MS;
  const renewed = await db.writer
    .updateTable("link_job")
    .set({ due_at: until })
    .where("user_id", "=", job.user_id)
    .where("item_id", "=", job.item_id)
    .where("due_at", "=", job.due_at)
    .executeTakeFirst();
  if (renewed.numUpdatedRows > 0n) job.due_at = until;
}

/** Unless the job was requested again since. */
const end = async ({ db }: DetailDeps, job: DetailJob) =>
  void (await db.writer
    .deleteFrom("link_job")
    .where("user_id", "=", job.user_id)
    .where("item_id", "=", job.item_id)
    .where("due_at", "=", job.due_at)
    .execute());

const retry = async ({ db, now }: DetailDeps, job: DetailJob, pauseMs: number) =>
  void (await db.writer
    .updateTable("link_job")
    .set({ due_at: now().getTime() + pauseMs })
    .where("user_id", "=", job.user_id)
    .where("item_id", "=", job.item_id)
    .where("due_at", "=", job.due_at)
    .execute());

/** All of the account's jobs that are due by then. This wait does not count as a try. */
async function postpone({ db, now }: DetailDeps, job: DetailJob, waitMs: number): Promise<void> {
  const until = now().getTime() + waitMs;
  const jobs = db.writer.updateTable("link_job").where("user_id", "=", job.user_id);
  await jobs
    .set({ due_at: until, tries: job.tries - 1 })
    .where("item_id", "=", job.item_id)
    .where("due_at", "=", job.due_at)
    .execute();
  await jobs.set({ due_at: until }).where("due_at", "<", until).execute();
}

export async function nextDueAt(reader: Kysely<Schema>): Promise<number | null> {
  const next = await reader
    .selectFrom("link_job")
    .select("due_at")
    .orderBy("due_at")
    .limit(1)
    .executeTakeFirst();
  return next?.due_at ?? null;
}
