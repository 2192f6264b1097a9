/**
 * Sends the week's stats to every owner with visitors who wants them; more at once after each success, one
 * after a failure of the mail server. A rejected address says nothing about the server.
 */
import { setImmediate } from "node:timers/promises";
import { limitsAt } from "@shelv/contract/rows/plan";
import { digestRoutes } from "@shelv/contract/routes/digest";
import { readWeek } from "#analytics/read-week";
import { claimDigests, countLinksToLookAt, findDigestsDue, settleDigests } from "./digest-rows.ts";
import { readSingle } from "#database/rows/read-owner";
import { isAboutAddress, isCertainlyNotSent } from "#mail/mail-errors";
import type { Database } from "#database/open-database";
import type { MediaStore } from "#pictures/storage/media-store";
import type { Mailer } from "#mail/mailer";
import type { ReportBug } from "#http/answer-errors";
import type { AccountRules } from "#shelves/refresh-account";
import { digestMail } from "./digest-mail.ts";
import { digestWeekAt } from "./digest-week.ts";
import { mailPictures } from "./mail-pictures.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

export type DigestDeps = {
  db: Database;
  files: MediaStore;
  mailer: Mailer;
  now: () => Date;
  reportBug: ReportBug;
  rules: AccountRules;
  secret: string;
};

/** Fewer than the mailer's connections: a mail with a code does not wait. */
const AT_ONCE = 6;
const ACCOUNTS_PER_STEP = 100;
/** Then the mail server gets no more digests until the next run. */
const FAILURES_AT_MOST = 3;

/**
 * `address`: the server's public one. `from`: a yielded cursor; one of another week starts with the first
 * account.
 */
export async function* sendDigests(
  deps: DigestDeps,
  { address, from = null }: { address: string; from?: string | null },
): AsyncGenerator<string> {
  const due = { ...digestWeekAt(deps.now()), now: deps.now() };
  const ofWeek = `${due.week}:`;
  let after: string | null = from?.startsWith(ofWeek) ? from.slice(ofWeek.length) : "";
  let [atOnce, failures] = [1, 0];
  while (after !== null) {
    const page: Awaited<ReturnType<typeof findDigestsDue>> = await findDigestsDue(deps.db.reader, {
      ...due,
      after,
      limit: ACCOUNTS_PER_STEP,
    });
    for (const waiting = page.userIds; waiting.length > 0;) {
      const claimed = await claimDigests(deps.db.writer, waiting.splice(0, atOnce), due);
      const outcomes = await sendAll(deps, claimed, { address, due });
      const ofServer = outcomes.filter((outcome) => outcome !== "rejected");
      const lastSent = ofServer.lastIndexOf("sent");
      failures = lastSent === -1 ? failures + ofServer.length : ofServer.length - 1 - lastSent;
      if (failures >= FAILURES_AT_MOST) return;
      atOnce = ofServer.includes("failed") ? 1 : Math.min(AT_ONCE, atOnce + ofServer.length);
      yield ofWeek + (claimed.at(-1) ?? after);
    }
    after = page.last;
    if (after !== null) yield ofWeek + after;
  }
}

/**
 * "sent": or perhaps was. "rejected": the mail server does not take mail for this address. "failed": it took
 * no mail.
 */
type Outcome = "sent" | "rejected" | "failed";

async function sendAll(
  deps: DigestDeps,
  userIds: readonly string[],
  how: { address: string; due: ReturnType<typeof digestWeekAt> },
): Promise<Outcome[]> {
  const sending: Promise<Outcome>[] = [];
  for (const userId of userIds) {
    sending.push(sendOne(deps, userId, how).catch((error: unknown) => notRetried(error, deps)));
    await setImmediate();
  }
  const outcomes = await Promise.all(sending);
  for (const state of ["sent", "failed"] as const)
    await settleDigests(
      deps.db.writer,
      userIds.filter((_, at) => (outcomes[at] === "sent") === (state === "sent")),
      state,
    );
  return outcomes;
}

/** Of a bug: better no digest than two. */
function notRetried(error: unknown, { reportBug }: DigestDeps): Outcome {
  reportBug(error);
  return "sent";
}

/** A mail that was certainly not sent is retried later. */
async function sendOne(
  { db, files, mailer, now, reportBug, rules, secret }: DigestDeps,
  userId: string,
  { address, due }: { address: string; due: ReturnType<typeof digestWeekAt> },
): Promise<Outcome> {
  const user = await db.reader.selectFrom("user").select("email").where("id", "=", userId).executeTakeFirst();
  if (!user) return "sent";
  const unsubscribeUrl =
    address + digestRoutes.unsubscribe.path.replace(":token", unsubscribeToken(secret, userId));
  const { hasDimensions } = limitsAt(await readSingle(db.reader, userId, "account"), {
    now: now().toISOString(),
    hasPlanLimits: rules.hasPlanLimits,
  });
  const { week, sources } = await readWeek(db.reader, userId, { lastDay: due.lastDay, hasDimensions });
  const linksToLookAt = await countLinksToLookAt(db.reader, userId, now());
  const pictures = await mailPictures(files, week.items);
  const shown = { days: due, week, sources, linksToLookAt, pictures };
  const mail = digestMail({ to: user.email, address, unsubscribeUrl, ...shown });
  try {
    await mailer.send(mail);
  } catch (error) {
    reportBug(error);
    if (isAboutAddress(error)) return "rejected";
    return isCertainlyNotSent(error) ? "failed" : "sent";
  }
  return "sent";
}
