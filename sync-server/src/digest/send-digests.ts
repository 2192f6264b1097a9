/**
 * The week's stats for every owner with visitors who wants them. Each is claimed in the database before
 * it is sent.
 */
import { limitsAt } from "@shelv/contract/plan";
import { digestRoutes } from "@shelv/contract/routes/digest";
import { weekOf } from "#analytics/read-analytics";
import { readWeekSources } from "#analytics/read-range";
import { claimDigest, countLinksToLookAt, findDigestsDue, settleDigest } from "#database/digest-rows";
import { readSingle } from "#database/rows/read-owner";
import { isCertainlyNotSent } from "#mail/mail-errors";
import type { Services } from "#services";
import { digestMail } from "./digest-mail.ts";
import { digestWeekAt, endOf } from "./digest-week.ts";
import { mailPictures } from "./mail-pictures.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

export type DigestDeps = Pick<Services, "db" | "files" | "mailer" | "now" | "reportBug" | "rules" | "secret">;

/** A run must not flood the mail server. */
const AT_ONCE = 100;
const ACCOUNTS_A_STEP = 100;
/** Then the mail server is left alone until the next run. */
const FAILURES_AT_MOST = 3;

/** One after the other. `address`: the server's public one. */
export async function* sendDigests(
  deps: DigestDeps,
  { address, limit = AT_ONCE }: { address: string; limit?: number },
): AsyncGenerator<void> {
  const due = { ...digestWeekAt(deps.now()), now: deps.now() };
  let [sent, failures] = [0, 0];
  for (let after: string | null = ""; after !== null;) {
    const page: Awaited<ReturnType<typeof findDigestsDue>> = await findDigestsDue(deps.db.reader, {
      ...due,
      after,
      limit: ACCOUNTS_A_STEP,
    });
    for (const userId of page.userIds) {
      if (sent >= limit || failures >= FAILURES_AT_MOST) return;
      if (!(await claimDigest(deps.db.writer, userId, due))) continue;
      failures = (await sendOne(deps, userId, { address, due })) ? 0 : failures + 1;
      sent += 1;
      yield;
    }
    after = page.last;
    yield;
  }
}

/** False if it was certainly not sent: it is retried later. */
async function sendOne(
  { db, files, mailer, now, reportBug, rules, secret }: DigestDeps,
  userId: string,
  { address, due }: { address: string; due: ReturnType<typeof digestWeekAt> },
): Promise<boolean> {
  const user = await db.reader.selectFrom("user").select("email").where("id", "=", userId).executeTakeFirst();
  if (!user) return true;
  const unsubscribeUrl =
    address + digestRoutes.unsubscribe.path.replace(":token", unsubscribeToken(secret, userId));
  const week = await weekOf(db.reader, userId, endOf(due));
  const { hasDimensions } = limitsAt(await readSingle(db.reader, userId, "account"), {
    now: now().toISOString(),
    hasPlanLimits: rules.hasPlanLimits,
  });
  const sources = hasDimensions ? await readWeekSources(db.reader, userId, due.lastDay) : null;
  const linksToLookAt = await countLinksToLookAt(db.reader, userId, now());
  const pictures = await mailPictures(
    files,
    week.items.map(({ picture }) => picture),
  );
  const shown = { days: due, week, sources, linksToLookAt, pictures };
  const mail = digestMail({ to: user.email, address, unsubscribeUrl, ...shown });
  try {
    await mailer.send(mail);
  } catch (error) {
    reportBug(error);
    const isLost = isCertainlyNotSent(error);
    await settleDigest(db.writer, userId, isLost ? "failed" : "sent");
    return !isLost;
  }
  await settleDigest(db.writer, userId, "sent");
  return true;
}
