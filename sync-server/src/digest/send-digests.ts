/**
 * The week's figures for every owner with visitors who wants them. Each is claimed in the database before
 * it is sent.
 */
import { digestRoutes } from "@shelv/contract/routes/digest";
import { SCREEN_PATHS } from "@shelv/contract/paths";
import { PRODUCT } from "@shelv/contract/product";
import { html } from "hono/html";
import { type Week, weekOf } from "#analytics/read-analytics";
import { claimDigest, findDigestsDue, settleDigest } from "#database/digest-rows";
import { isCertainlyNotSent } from "#mail/mail-errors";
import type { Services } from "#services";
import { type DigestWeek, digestWeekAt, endOf } from "./digest-week.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";
import { DAY_MS } from "#analytics/day";
import type { Mail } from "#mail/mailer";

export type DigestDeps = Pick<Services, "db" | "mailer" | "now" | "reportBug" | "secret">;

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
  { db, mailer, reportBug, secret }: DigestDeps,
  userId: string,
  { address, due }: { address: string; due: ReturnType<typeof digestWeekAt> },
): Promise<boolean> {
  const user = await db.reader.selectFrom("user").select("email").where("id", "=", userId).executeTakeFirst();
  if (!user) return true;
  const unsubscribeUrl =
    address + digestRoutes.unsubscribe.path.replace(":token", unsubscribeToken(secret, userId));
  const week = await weekOf(db.reader, userId, endOf(due));
  const mail = await digestMail({ to: user.email, address, unsubscribeUrl, days: due, week });
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

type DigestContent = {
  to: string;
  /** Without a slash at the end. */
  address: string;
  unsubscribeUrl: string;
  days: DigestWeek;
  week: Week;
};

const DATES = new Intl.DateTimeFormat("en", { month: "long", day: "numeric", timeZone: "UTC" });

/**
 * The mail loads nothing and does not track its reader; the mail program chooses colours, so it is readable
 * in dark mode.
 */
async function digestMail({ to, address, unsubscribeUrl, days, week }: DigestContent): Promise<Mail> {
  // Not every mail program supports its thin spaces.
  const dates = DATES.formatRange(days.firstDay * DAY_MS, days.lastDay * DAY_MS).replaceAll(/\s/g, " ");
  const figures: [name: string, total: number | string, change: string][] = [
    ["Views", week.views.total, week.views.change],
    ["Clicks", week.clicks.total, week.clicks.change],
    ["Click-through rate", week.ctr.total, week.ctr.change],
  ];
  const items = week.items.map(({ title, clicks, change }) => ({
    title: onOneLine(title),
    clicks: clicksInWords(clicks),
    change,
  }));
  const dashboardUrl = address + SCREEN_PATHS.dashboard;
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>Your week on ${PRODUCT}</title>
      </head>
      <body style="font:16px/1.5 sans-serif;margin:0 auto;padding:24px 16px;max-width:32em">
        <h1 style="font-size:20px;margin:0 0 4px">Your week on ${PRODUCT}</h1>
        <p style="margin:0 0 20px">${dates}, compared with the week before</p>
        <table role="presentation" style="border-collapse:collapse;width:100%">
          ${figures.map(
            ([name, total, change]) =>
              html`<tr>
                <td style="padding:6px 0">${name}</td>
                <td style="padding:6px 0;text-align:right;font-weight:bold">${total}</td>
                <td style="padding:6px 0 6px 16px;text-align:right">${change}</td>
              </tr>`,
          )}
        </table>
        ${
          items.length > 0
            ? html`<h2 style="font-size:16px;margin:24px 0 4px">Clicked most</h2>
                <table role="presentation" style="border-collapse:collapse;width:100%">
                  ${items.map(
                    ({ title, clicks, change }) =>
                      html`<tr>
                        <td style="padding:6px 0">${title}</td>
                        <td style="padding:6px 0;text-align:right">${clicks}</td>
                        <td style="padding:6px 0 6px 16px;text-align:right">${change}</td>
                      </tr>`,
                  )}
                </table>`
            : ""
        }
        <p style="margin:24px 0"><a href="${dashboardUrl}">Open your dashboard</a></p>
        <p style="font-size:13px;margin:24px 0 0">
          You get this once a week while your page is visited. <a href="${unsubscribeUrl}">Unsubscribe</a>
        </p>
      </body>
    </html> `;
  return {
    to,
    subject: `Your week on ${PRODUCT}`,
    headers: unsubscribeHeaders(unsubscribeUrl),
    text: [
      `Your page from ${dates}, compared with the week before:`,
      figures.map(([name, total, change]) => `${name}: ${total} (${change})`).join("\n"),
      ...(items.length > 0
        ? [
            [
              "Clicked most:",
              ...items.map(({ title, clicks, change }) => `- ${title}: ${clicks} (${change})`),
            ].join("\n"),
          ]
        : []),
      `More: ${dashboardUrl}`,
      `You get this once a week while your page is visited. Unsubscribe: ${unsubscribeUrl}`,
    ]
      .join("\n\n")
      .concat("\n"),
    html: page.toString(),
    terminalLine: `The weekly digest for ${to} is written`,
  };
}

/** RFC 8058: mail programs show their own button. Over https only. */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  "List-Unsubscribe": `<${url}>`,
  ...(url.startsWith("https:") ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
});

const onOneLine = (title: string) => title.replaceAll(/\s+/g, " ");
const clicksInWords = (clicks: number) => (clicks === 1 ? "1 click" : `${clicks} clicks`);
