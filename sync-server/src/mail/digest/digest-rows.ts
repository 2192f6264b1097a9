/** A digest is claimed before it is sent: after a crash, a missing one is better than a second one. */
import type { ExpressionBuilder, Kysely } from "kysely";
import { flagIn, isPostgres, untilDeleted } from "#database/dialect";
import type { Schema } from "#database/schema";

type Due = { week: number; firstDay: number; lastDay: number; now: Date };

const TRIES = 3;
const RETRY_AFTER_MS = 60 * 60_000;
/** Between a digest sent late in its week and the next. */
const PAUSE_MS = 3 * 24 * 60 * 60_000;

/**
 * Accounts that want a digest, had visits in that week, and did not get it yet: among the next `limit`
 * accounts after `after`, by id. `last` is null at the end.
 */
export async function findDigestsDue(
  db: Kysely<Schema>,
  { after, limit, ...due }: Due & { after: string; limit: number },
): Promise<{ userIds: string[]; last: string | null }> {
  const page = await db
    .selectFrom("user")
    .select("id")
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  const last = page.at(-1)?.id ?? null;
  if (last === null) return { userIds: [], last };
  const users = await db
    .selectFrom("user")
    .leftJoin("digest", "digest.user_id", "user.id")
    .leftJoin("single", (join) =>
      join.onRef("single.user_id", "=", "user.id").on("single.id", "=", "settings"),
    )
    .select("user.id")
    .where("user.id", ">", after)
    .where("user.id", "<=", last)
    .where("user.username", "is not", null)
    .where((eb) => eb.or([eb("digest.week", "is", null), isClaimable(eb, due)]))
    .where(flagIn("single.body", "$.emailNotifications", true))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("analytics_day as counted")
          .select("counted.day")
          .whereRef("counted.user_id", "=", "user.id")
          .where("counted.day", ">=", due.firstDay)
          .where("counted.day", "<=", due.lastDay),
      ),
    )
    .orderBy("user.id")
    .execute();
  return { userIds: users.map(({ id }) => id), last };
}

export async function claimDigests(
  writer: Kysely<Schema>,
  userIds: readonly string[],
  due: Due,
): Promise<string[]> {
  const claim = { week: due.week, state: "sending" as const, claimed_at: due.now.getTime() };
  const claimed = await writer
    .insertInto("digest")
    .columns(["user_id", "week", "state", "tries", "claimed_at"])
    .expression((eb) =>
      eb
        .selectFrom("user")
        .select((of) => [
          "user.id",
          of.val(claim.week).as("week"),
          of.val(claim.state).as("state"),
          of.val(1).as("tries"),
          of.val(claim.claimed_at).as("claimed_at"),
        ])
        .where("user.id", "in", userIds)
        .$if(isPostgres(writer), untilDeleted),
    )
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet((eb) => ({
          ...claim,
          tries: eb
            .case()
            .when("digest.week", "=", due.week)
            .then(eb("digest.tries", "+", 1))
            .else(1)
            .end(),
        }))
        .where((eb) => isClaimable(eb, due)),
    )
    .returning("user_id")
    .execute();
  return claimed.map(({ user_id }) => user_id).toSorted();
}

export async function settleDigests(
  writer: Kysely<Schema>,
  userIds: readonly string[],
  state: "sent" | "failed",
): Promise<void> {
  if (userIds.length === 0) return;
  await writer
    .updateTable("digest")
    .set({ state })
    .where("user_id", "in", userIds)
    .where("state", "=", "sending")
    .execute();
}

const isClaimable = (eb: ExpressionBuilder<Pick<Schema, "digest">, "digest">, { week, now }: Due) =>
  eb.or([
    eb.and([eb("digest.week", "<", week), eb("digest.claimed_at", "<=", now.getTime() - PAUSE_MS)]),
    eb.and([
      eb("digest.week", "=", week),
      eb("digest.state", "=", "failed"),
      eb("digest.tries", "<", TRIES),
      eb("digest.claimed_at", "<=", now.getTime() - RETRY_AFTER_MS),
    ]),
  ]);

/** As `needsLook` for rows; a silence ends by the server's clock. */
export async function countLinksToLookAt(reader: Kysely<Schema>, userId: string, now: Date): Promise<number> {
  const { count } = await reader
    .selectFrom("item")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("is_hidden", "=", 0)
    .where("link_state", "in", ["gone", "sold-out"])
    .where((eb) => eb.or([eb("silenced_until", "is", null), eb("silenced_until", "<=", now.toISOString())]))
    .executeTakeFirstOrThrow();
  return count;
}
