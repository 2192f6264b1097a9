import { DIRECT_VALUE } from "@shelv/contract/analytics-dimensions";
import { PRODUCT } from "@shelv/contract/product";
import { SCREEN_PATHS } from "@shelv/contract/paths";
import { changeWords } from "@shelv/contract/what-changed";
import { html } from "hono/html";
import { DAY_MS, dateOf } from "#analytics/day";
import type { Week, WeekSources } from "#analytics/read-week";
import { action, FONT, LIGHT, mailPage, message } from "#mail/mail-page";
import type { Mail } from "#mail/mailer";
import type { DigestWeek } from "./digest-week.ts";
import type { MailPicture } from "./mail-pictures.ts";

type DigestContent = {
  to: string;
  address: string;
  unsubscribeUrl: string;
  days: DigestWeek;
  week: Week;
  sources: WeekSources;
  linksToLookAt: number;
  pictures: ReadonlyMap<string, MailPicture>;
};

const DATES = new Intl.DateTimeFormat("en", { month: "long", day: "numeric", timeZone: "UTC" });

export function digestMail({
  to,
  address,
  unsubscribeUrl,
  days,
  week,
  sources,
  linksToLookAt,
  pictures,
}: DigestContent): Mail {
  const dates = DATES.formatRange(days.firstDay * DAY_MS, days.lastDay * DAY_MS).replaceAll(/\s/g, " ");
  const stats: Stat[] = [
    ["Views", week.views.total, week.views.change],
    ["Clicks", week.clicks.total, week.clicks.change],
    ["Click-through rate", week.ctr.total, week.ctr.change],
  ];
  const items = week.items.map((item) => ({ ...item, title: onOneLine(item.title) }));
  const referrers = (sources?.referrers ?? []).map(
    ({ value, views }) => `${value === DIRECT_VALUE ? "Without a referrer" : value}: ${viewsInWords(views)}`,
  );
  const today = dateOf(days.lastDay + 1);
  const changes = (sources?.changes ?? []).map((change) => onOneLine(changeWords(change, today)));
  const lists = [
    ["Where visitors came from", referrers],
    ["What changed", changes],
  ] as const;
  const dashboardUrl = address + SCREEN_PATHS.dashboard;
  const needsLook = linksToLookAt === 0 ? null : `${linksInWords(linksToLookAt)} a look`;
  const lead = `${dates}, compared with the week before`;
  return {
    to,
    subject: `Your week on ${PRODUCT}`,
    headers: unsubscribeHeaders(unsubscribeUrl),
    text: [
      `Your page from ${lead}:`,
      stats.map(([name, total, change]) => `${name}: ${total} (${change})`).join("\n"),
      ...(items.length > 0
        ? [
            [
              "Clicked most:",
              ...items.map(({ title, clicks, change }) => `- ${title}: ${clicksInWords(clicks)} (${change})`),
            ].join("\n"),
          ]
        : []),
      ...lists
        .filter(([, lines]) => lines.length > 0)
        .map(([title, lines]) => [`${title}:`, ...lines.map((line) => `- ${line}`)].join("\n")),
      ...(needsLook === null ? [] : [`${needsLook}.`]),
      `More: ${dashboardUrl}`,
      `You get this once a week while your page is visited. Unsubscribe: ${unsubscribeUrl}`,
    ]
      .join("\n\n")
      .concat("\n"),
    html: mailPage({
      title: `Your week on ${PRODUCT}`,
      preview: `${viewsInWords(week.views.total)} and ${clicksInWords(week.clicks.total)}, ${dates}`,
      rows: [
        message(lead),
        statsRow(stats),
        ...(items.length > 0
          ? [message(html`<strong>Clicked most</strong>`), itemRows(items, pictures)]
          : []),
        ...lists
          .filter(([, lines]) => lines.length > 0)
          .map(([title, lines]) =>
            message(html`<strong>${title}</strong>${lines.map((line) => html`<br />${line}`)}`),
          ),
        ...(needsLook === null ? [] : [message(`${needsLook}.`)]),
        action("Open your dashboard", dashboardUrl),
      ],
      foot: html`You get this once a week while your page is visited.
        <a href="${unsubscribeUrl}" style="color:${LIGHT.soft}">Unsubscribe</a>`,
    }),
    attachments: [...new Set(pictures.values())],
    terminalLine: `The weekly digest for ${to} is written`,
  };
}

type Stat = [name: string, total: number | string, change: string];

const statsRow = (stats: readonly Stat[]) =>
  html`<tr>
    <td style="padding:8px 0 16px">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
        <tr>
          ${stats.map(
            ([name, total, change], at) =>
              html`<td
                  class="plate"
                  bgcolor="${LIGHT.plate}"
                  width="32%"
                  valign="top"
                  style="padding:12px 10px;border-radius:6px;${FONT};font-size:13px;line-height:18px;color:${LIGHT.ink}"
                >
                  <span style="font-size:24px;line-height:30px;font-weight:bold">${total}</span
                  ><br />${name}<br />${change}
                </td>
                ${at < stats.length - 1 ? html`<td width="2%" style="font-size:0;line-height:0">&nbsp;</td>` : ""}`,
          )}
        </tr>
      </table>
    </td>
  </tr> `;

const itemRows = (items: Week["items"], pictures: DigestContent["pictures"]) =>
  html`<tr>
    <td style="padding:0 0 8px">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
        ${items.map(
          ({ id, title, clicks, change, emoji }) =>
            html`<tr>
                <td
                  class="plate"
                  align="center"
                  bgcolor="${LIGHT.plate}"
                  width="56"
                  height="56"
                  style="width:56px;height:56px;border-radius:6px;font-size:26px;line-height:56px"
                >
                  ${pictureCell(pictures.get(id)) ?? emoji}
                </td>
                <td
                  class="ink"
                  style="padding:10px 12px;${FONT};font-size:16px;line-height:22px;color:${LIGHT.ink}"
                >
                  ${title}
                </td>
                <td
                  class="soft"
                  align="right"
                  style="padding:10px 0;${FONT};font-size:14px;line-height:20px;color:${LIGHT.soft}"
                >
                  ${clicksInWords(clicks).replace(" ", NO_BREAK_SPACE)}<br />${change}
                </td>
              </tr>
              <tr>
                <td colspan="3" height="8" style="height:8px;font-size:0;line-height:0">&nbsp;</td>
              </tr> `,
        )}
      </table>
    </td>
  </tr> `;

/** Outlook takes the size from the attributes. */
const pictureCell = (picture: MailPicture | undefined) =>
  picture &&
  html`<img
    src="cid:${picture.cid}"
    width="${picture.width}"
    height="${picture.height}"
    alt=""
    style="display:block;margin:0 auto;border:0"
  />`;

/** RFC 8058: mail programs show their own button. Over https only. */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  "List-Unsubscribe": `<${url}>`,
  ...(url.startsWith("https:") ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
});

const NO_BREAK_SPACE = "\u00A0";
const onOneLine = (title: string) => title.replaceAll(/\s+/g, " ");
const viewsInWords = (views: number) => (views === 1 ? "1 view" : `${views} views`);
const clicksInWords = (clicks: number) => (clicks === 1 ? "1 click" : `${clicks} clicks`);
const linksInWords = (links: number) => (links === 1 ? "1 link needs" : `${links} links need`);
