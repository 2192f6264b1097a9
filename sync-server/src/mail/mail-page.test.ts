import { caniemail, type CanIEmailOptions } from "caniemail";
import { lookVariables } from "@shelv/public-page/styles/look/look-variables";
import { expect, test } from "vitest";
import type { Week } from "#analytics/read-week";
import { digestMail } from "#mail/digest/digest-mail";
import { accountDeletedMail, deletionCodeMail } from "./account-mails.ts";
import { signInMail } from "./sign-in-mail.ts";

const SITE = "https://shelv.example";
const ADA = "ada@example.org";
const ITEM = {
  id: "1",
  title: "Mug",
  emoji: "☕",
  object: "mug" as const,
  picture: null,
  clicks: 2,
  change: "+100%",
};
const WEEK: Week = {
  views: { total: 4, change: "+300%" },
  clicks: { total: 3, change: "+200%" },
  ctr: { total: "75%", change: "-25%" },
  items: [ITEM, { ...ITEM, id: "2", title: "Vase & <b>", picture: "a".repeat(64) }],
};
const DIGEST = digestMail({
  linksToLookAt: 0,
  to: ADA,
  address: SITE,
  unsubscribeUrl: `${SITE}/api/unsubscribe/x`,
  days: { week: 2900, firstDay: 20_301, lastDay: 20_307 },
  week: WEEK,
  sources: {
    referrers: [{ value: "Instagram", views: 3, clicks: 2, visitors: 3 }],
    changes: [
      {
        by: "referrer",
        value: "Instagram",
        change: "+40%",
        now: 14,
        before: 10,
        since: "2025-08-05",
        itemId: null,
        itemTitle: "Vase & <b>",
      },
    ],
  },
  pictures: new Map([
    ["2", { cid: "a@shelv", bytes: Buffer.from("x"), type: "image/png", width: 48, height: 32 }],
  ]),
});
const MAILS = [
  ["sign-in", signInMail(ADA, "012345", SITE)],
  ["deletion", deletionCodeMail(ADA, "012345")],
  ["deleted account", accountDeletedMail(ADA, "ada", { remembersTrial: true })],
  ["digest", DIGEST],
] as const;

const PROGRAMS: CanIEmailOptions["clients"] = [
  "gmail.*",
  "outlook.*",
  "apple-mail.*",
  "yahoo.*",
  "aol.desktop-webmail",
  "samsung-email.android",
  "thunderbird.macos",
  "protonmail.desktop-webmail",
  "protonmail.ios",
  "fastmail.desktop-webmail",
  "hey.desktop-webmail",
  "gmx.desktop-webmail",
  "web-de.desktop-webmail",
  "mail-ru.desktop-webmail",
];

const NOT_NEEDED = new Set([
  // Dark colours.
  "color-scheme meta tag",
  "@media",
  "<style> element",
  "display:none",
  "max-height property",
  "overflow",
  "<body> element",
  // Round corners.
  "border-radius",
  // Without these, screen readers announce tables.
  "role attribute",
  "lang attribute",
  // Cells have the height of their content, and sizes as both attribute and property.
  "height property",
  "height attribute",
  "width attribute",
  // A link stays underlined.
  "text-decoration",
]);

test.each(MAILS)("The %s mail needs nothing that a mail program does not show", (_, mail) => {
  const { errors } = caniemail({ clients: PROGRAMS, html: mail.html }).issues;
  const missing = [...errors].flatMap(([program, issues]) =>
    issues.filter(({ title }) => !NOT_NEEDED.has(title)).map(({ title }) => `${program}: ${title}`),
  );
  expect(missing).toEqual([]);
});

test.each(MAILS)(
  "The %s mail has dark colours, the shelf, its text beside it, and at most one action",
  (_, mail) => {
    expect(mail.html).toContain("prefers-color-scheme:dark");
    expect(mail.html).toMatch(/bgcolor="#d09d62"/);
    expect(mail.html.match(/<a\s+class="button"/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(mail.html).not.toMatch(/<script|url\(|@import|<link/i);
    expect(mail.text.length).toBeGreaterThan(50);
  },
);

test("The digest shows an item's picture from the mail itself, or its emoji", () => {
  expect(DIGEST.html.match(/<img[^>]*>/g)).toEqual([expect.stringContaining('src="cid:a@shelv"')]);
  expect(DIGEST.attachments).toMatchObject([{ cid: "a@shelv" }]);
  expect(DIGEST.html, "on one line").toContain("2\u00A0clicks<br />");
  expect(DIGEST.html).toContain("☕");
  expect(DIGEST.html).toContain("Vase &amp; &lt;b&gt;");
});

test("A mail's buttons have the accent of the public page's rooms", () => {
  const [light, dark] = [lookVariables("light"), lookVariables("dark")];
  expect(DIGEST.html).toContain(`bgcolor="${light["accent"]}"`);
  expect(DIGEST.html).toContain(
    `.button{background-color:${dark["accent"]}!important;color:${dark["accent-ink"]}!important}`,
  );
});
