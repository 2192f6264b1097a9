import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { TrackedEvent } from "@shelv/contract/analytics";
import { tintOf } from "@shelv/public-page/text/hash";
import PostalMime, { type Email } from "postal-mime";
import sharp from "sharp";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { DAY_MS } from "#analytics/day";
import type { Mailer } from "#mail/mailer";
import { smtpMailer } from "#mail/smtp-mailer";
import { sha256Of } from "#pictures/store-picture";
import { runAllSteps } from "#testing/run-all-steps";
import type { Browser } from "#testing/browser";
import { Device } from "#testing/device";
import { mailServer } from "#testing/servers/mail-server";
import { movingPicture, plainPicture } from "#testing/pictures";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { visitorFrom } from "#testing/visitor";
import { mailPictures } from "./mail-pictures.ts";
import { type DigestDeps, sendDigests } from "./send-digests.ts";

// The encoder's tests may have run in this process: it blocks what uploads are not.
beforeAll(() => sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] }));

const ADDRESS = "https://shelv.example";
const HOUR_MS = 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;

async function visited(server: TestServer, name: string): Promise<Browser> {
  const browser = await server.signedIn(`${name}@example.org`, name);
  await visit(server, name);
  return browser;
}

let visitors = 0;
const visit = (
  { services: { tracker } }: TestServer,
  username: string,
  itemId?: string,
  source: Pick<TrackedEvent, "referrer" | "utm"> = {},
) =>
  tracker.track(
    [
      { username, eventType: "view", ...source },
      ...(itemId === undefined ? [] : [{ username, eventType: "click" as const, itemId }]),
    ],
    visitorFrom(`2001:db8:1::${(++visitors).toString(16)}`),
  );

async function digestsIn({ folder }: TestServer): Promise<Email[]> {
  const mails = [];
  for (const name of (await readdir(join(folder, "mail"))).toSorted())
    mails.push(await PostalMime.parse(await readFile(join(folder, "mail", name))));
  return mails.filter(({ subject }) => subject === "Your week on Shelv");
}
const receiversIn = async (server: TestServer) =>
  (await digestsIn(server)).flatMap(({ to }) => to?.[0]?.address ?? []).toSorted();
const run = (server: TestServer, deps: Partial<DigestDeps> = {}) =>
  runAllSteps(sendDigests({ ...server.services, ...deps }, { address: ADDRESS }));
const headerOf = (mail: Email | undefined, key: string) =>
  mail?.headers.find((header) => header.key === key)?.value;

test("An owner gets one digest per week, however often the job runs or the server restarts", async () => {
  const server = await openTestServer();
  await visited(server, "ada");
  server.wait(19 * HOUR_MS);
  await run(server);
  expect(await receiversIn(server)).toEqual([]);
  server.wait(HOUR_MS);
  await Promise.all([run(server), run(server)]);
  for (let day = 0; day < 6; day += 1) {
    server.wait(DAY_MS);
    await run(server);
  }
  expect(await receiversIn(server)).toEqual(["ada@example.org"]);
});

test("The next week's digest is sent a week later, if there is something to report", async () => {
  const server = await openTestServer();
  await visited(server, "ada");
  await visited(server, "eve");
  server.wait(DAY_MS);
  await run(server);
  await visit(server, "eve");
  server.wait(WEEK_MS);
  await run(server);
  expect(await receiversIn(server)).toEqual(["ada@example.org", "eve@example.org", "eve@example.org"]);
});

test("A digest sent at the end of its week is not followed at once by the next one", async () => {
  const server = await openTestServer();
  await visited(server, "ada");
  server.wait(WEEK_MS - HOUR_MS);
  await run(server);
  await visit(server, "ada");
  server.wait(DAY_MS);
  await run(server);
  expect(await receiversIn(server)).toHaveLength(1);
  server.wait(2 * DAY_MS);
  await run(server);
  expect(await receiversIn(server)).toHaveLength(2);
});

test("No digest is sent without visits, without the setting, or without a username", async () => {
  const server = await openTestServer();
  await server.signedIn("quiet@example.org", "quiet");
  await server.signedIn("nameless@example.org", null);
  const eve = await visited(server, "eve");
  await eve.put("/api/user/settings", { emailNotifications: false });
  const ada = await visited(server, "ada");
  await ada.put("/api/user/settings", { showAnalytics: false });
  server.wait(DAY_MS);
  await run(server);
  expect(await receiversIn(server)).toEqual(["ada@example.org"]);
});

test("The digest reports the week's figures, their change and the most clicked items, and nothing of later days", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const { id: shelfId } = (await (await ada.post("/api/shelves", { name: "Reading" })).json()) as {
    id: string;
  };
  const { id } = (await (
    await ada.form("POST", `/api/shelves/${shelfId}/items`, {
      title: "A <b>bold</b> & new\nbook",
      url: "https://example.org/",
    })
  ).json()) as { id: string };
  await visit(server, "ada", id);
  server.wait(3 * DAY_MS);
  for (let visitor = 0; visitor < 4; visitor += 1) await visit(server, "ada", visitor < 3 ? id : undefined);
  server.wait(4 * DAY_MS + 20 * HOUR_MS);
  await visit(server, "ada", id);
  await run(server);
  const [mail] = await digestsIn(server);
  const expected = [
    "Your page from March 2 – 8, compared with the week before:",
    "Views: 4 (+300%)\nClicks: 3 (+200%)\nClick-through rate: 75% (-25%)",
    "Clicked most:\n- A <b>bold</b> & new book: 3 clicks (+200%)",
    `More: ${ADDRESS}/dashboard`,
  ];
  expect(mail?.text).toContain(expected.join("\n\n"));
  expect(mail?.html).toContain("A &lt;b&gt;bold&lt;/b&gt; &amp; new book");
  expect(mail?.html?.match(/<img[^>]*>/g)).toEqual([expect.stringMatching(/src="cid:book-\d@shelv"/)]);
  expect(mail?.html).not.toMatch(/src="(?!cid:)|url\(|<script/i);
  const picture = await plainPicture("png", 330, 100);
  await ada.form("PATCH", `/api/items/${id}`, { image: new Blob([picture]) });
  server.wait(WEEK_MS);
  await run(server);
  const [, withPicture] = await digestsIn(server);
  const cid = `${sha256Of(picture).slice(0, 32)}@shelv`;
  expect(withPicture?.html?.match(/<img[^>]*>/g)).toEqual([
    expect.stringMatching(new RegExp(`src="cid:${cid}"\\s+width="48"\\s+height="15"`)),
  ]);
  expect(withPicture?.html).not.toMatch(/url\(|<script/i);
  expect(withPicture?.attachments).toMatchObject([
    { contentId: `<${cid}>`, mimeType: "image/jpeg", disposition: "inline", related: true },
  ]);
});

test("A digest's pictures are JPEG, or PNG if they are transparent, and fit their tile", async () => {
  const files = {
    "1": await sharp(await plainPicture("png", 100, 330))
      .webp()
      .toBuffer(),
    "2": await sharp({ create: { width: 160, height: 80, channels: 4, background: "#c338" } })
      .webp()
      .toBuffer(),
    "3": await sharp(await movingPicture("webp"), { animated: true })
      .webp()
      .toBuffer(),
  };
  const read = async (sha256: string) => files[sha256 as "1"] ?? null;
  const items = ["1", null, "2", "gone", "1", "3"].map((picture, at) => ({
    id: `item ${at}`,
    picture,
    emoji: "☕",
    object: "mug" as const,
  }));
  const made = await mailPictures({ read }, items);
  expect([...made].map(([id, { type, width, height }]) => [id, type, width, height])).toEqual([
    ["item 0", "image/jpeg", 16, 52],
    ["item 2", "image/png", 48, 24],
    ["item 4", "image/jpeg", 16, 52],
    ["item 5", "image/jpeg", 48, 36],
  ]);
  expect(new Set(made.values()).size).toBe(3);
  for (const { bytes, type } of made.values())
    expect(`image/${(await sharp(bytes).metadata()).format}`).toBe(type);
});

test("Without a picture and an emoji a digest's item is its drawn object, in its own hue, once for equal ones", async () => {
  const itemOf = (id: string, more: { emoji?: string; picture?: string } = {}) => ({
    id,
    picture: null,
    emoji: "",
    object: "mug" as const,
    ...more,
  });
  const items = [...["a", "a", "b"].map((id) => itemOf(id)), itemOf("c", { emoji: "☕" })];
  const made = await mailPictures({ read: async () => null }, [...items, itemOf("d", { picture: "gone" })]);
  expect([...made.keys()]).toEqual(["a", "b", "d"]);
  for (const { type, width, height, bytes } of made.values()) {
    expect([type, width, height]).toEqual(["image/png", 45, 52]);
    expect((await sharp(bytes).stats()).isOpaque).toBe(false);
  }
  const [a, b] = [...made.values()].map(({ bytes }) => Buffer.from(bytes).toString("base64"));
  expect(a === b).toBe(tintOf("a") === tintOf("b"));
});

test("In a plan with dimensions the digest says where visitors came from, and what changed", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  await visit(server, "ada");
  server.wait(5 * DAY_MS);
  for (let visitor = 0; visitor < 12; visitor += 1)
    await visit(server, "ada", undefined, { referrer: "https://www.instagram.com/" });
  await visit(server, "ada");
  server.wait(2 * DAY_MS + 20 * HOUR_MS);
  await ada.put("/api/user/plan", { plan: "pro" });
  await run(server);
  const [mail] = await digestsIn(server);
  expect(mail?.text).toContain(
    "Where visitors came from:\n- Instagram: 12 views\n- Without a referrer: 1 view\n\n" +
      "What changed:\n- +1200% views since Friday\n- New: from Instagram since Friday\n\nMore:",
  );
  expect(mail?.html).toContain("Instagram: 12 views");
});

test("Strangers write nothing into the digest: it names known sources, not referrers and utm values", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  await visit(server, "ada");
  server.wait(5 * DAY_MS);
  const text = "win-a-prize";
  for (let visitor = 0; visitor < 30; visitor += 1)
    await visit(server, "ada", undefined, {
      referrer:
        visitor % 2 === 0 ? `https://${text}.example/` : `android-app://example.${text.replaceAll("-", "_")}`,
      utm: { source: text, medium: text, campaign: text },
    });
  for (let visitor = 0; visitor < 12; visitor += 1)
    await visit(server, "ada", undefined, { referrer: "android-app://com.whatsapp.w4b/" });
  server.wait(2 * DAY_MS + 20 * HOUR_MS);
  await ada.put("/api/user/plan", { plan: "pro" });
  await run(server);
  const [mail] = await digestsIn(server);
  expect(mail?.text).toContain("Where visitors came from:\n- WhatsApp: 12 views\n\nWhat changed:");
  expect(`${mail?.text} ${mail?.html}`).not.toMatch(/win.a.prize/);
});

test("Over SMTP the digest has the headers of RFC 8058, with an address that unsubscribes", async () => {
  const server = await openTestServer({ env: { PUBLIC_URL: ADDRESS } });
  const ada = await visited(server, "ada");
  const { url, got } = await mailServer();
  const mailer = smtpMailer(url, { name: "Shelv", address: "hello@shelv.example" });
  onTestFinished(() => mailer.close());
  server.wait(DAY_MS);
  await run(server, { mailer });
  const mail = await PostalMime.parse(got[0] as Buffer);
  const link =
    /^<(https:\/\/shelv\.example\/api\/unsubscribe\/\S+)>$/.exec(
      headerOf(mail, "list-unsubscribe") ?? "",
    )?.[1] ?? "";
  expect(headerOf(mail, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect([mail.text?.includes(link), mail.html?.includes(link)]).toEqual([true, true]);

  const device = await Device.of(ada);
  const path = link.slice(ADDRESS.length);
  const looked = await server.browser().get(path);
  const shown = await looked.text();
  expect([looked.status, shown]).toEqual([200, expect.stringContaining('<form method="post">') as string]);
  const style = /<style>(.*)<\/style>/s.exec(shown)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  expect(looked.headers.get("content-security-policy"), "allows its style").toContain(`'sha256-${hash}'`);
  expect(await settingsOf(ada)).toBe(true);
  const oneClick = {
    body: "List-Unsubscribe=One-Click",
    headers: { Origin: "https://mail.example", "Content-Type": "application/x-www-form-urlencoded" },
  };
  expect((await server.browser().send("POST", path, oneClick)).status).toBe(200);
  expect((await server.browser().send("POST", path, oneClick)).status).toBe(200);
  expect(await settingsOf(ada)).toBe(false);
  expect((await device.sync()).rows).toEqual([
    {
      table: "singles",
      row: expect.objectContaining({ id: "settings", emailNotifications: false }) as object,
    },
  ]);
});

const settingsOf = async (browser: Browser) =>
  ((await (await browser.get("/api/user/settings")).json()) as { emailNotifications: boolean })
    .emailNotifications;

test("Without https the one-click header is left out, and the link stays", async () => {
  const server = await openTestServer();
  await visited(server, "ada");
  server.wait(DAY_MS);
  await runAllSteps(sendDigests(server.services, { address: "http://localhost:3000" }));
  const [mail] = await digestsIn(server);
  expect([headerOf(mail, "list-unsubscribe"), headerOf(mail, "list-unsubscribe-post")]).toEqual([
    expect.stringMatching(/^<http:\/\/localhost:3000\/api\/unsubscribe\/[^>]+>$/),
    undefined,
  ]);
});

test("A forged token, or one of a deleted account, unsubscribes nothing", async () => {
  const server = await openTestServer();
  const ada = await visited(server, "ada");
  const { id } = (await (await ada.get("/api/auth/me")).json()) as { id: string };
  for (const token of ["x", id, `${id}.`, `${id}.${"A".repeat(43)}`, `.${"A".repeat(43)}`]) {
    for (const method of ["GET", "POST"])
      expect([token, (await server.browser().send(method, `/api/unsubscribe/${token}`)).status]).toEqual([
        token,
        404,
      ]);
  }
  expect(await settingsOf(ada)).toBe(true);
});

test("A digest being sent when the process dies is not sent a second time", async () => {
  const server = await openTestServer();
  await visited(server, "ada");
  server.wait(DAY_MS);
  const onItsWay = Promise.withResolvers<void>();
  const dying: Mailer = {
    async send() {
      onItsWay.resolve();
      await new Promise<never>(() => {});
    },
    close() {},
  };
  void run(server, { mailer: dying });
  await onItsWay.promise;
  server.wait(DAY_MS);
  await run(server);
  expect(await receiversIn(server)).toEqual([]);
});

test("A mail server that rejects or is down is retried after an hour, three times in all", async () => {
  const server = await openTestServer();
  await visited(server, "ada");
  server.wait(DAY_MS);
  const { url } = await mailServer("ada@example.org");
  for (const address of [url, "smtp://127.0.0.1:1"]) {
    const mailer = smtpMailer(address, { name: "", address: "hello@shelv.example" });
    onTestFinished(() => mailer.close());
    await run(server, { mailer });
    await run(server);
    expect(await receiversIn(server)).toEqual([]);
    server.wait(HOUR_MS);
  }
  await run(server);
  await run(server);
  expect(await receiversIn(server)).toEqual(["ada@example.org"]);
});

test("A connection that breaks after the mail was sent does not send it twice", async () => {
  const server = await openTestServer();
  await visited(server, "ada");
  server.wait(DAY_MS);
  const { url, got } = await mailServer("", { breaksAfterMail: true });
  const mailer = smtpMailer(url, { name: "", address: "hello@shelv.example" });
  onTestFinished(() => mailer.close());
  await run(server, { mailer });
  server.wait(2 * HOUR_MS);
  await run(server);
  expect([got.length, await receiversIn(server)]).toEqual([1, []]);
});

test("Mailboxes that are rejected, however many, do not end the others' digests", async () => {
  const server = await openTestServer();
  const names = ["ada", "bea", "cleo", "dora", "eve", "fay", "gwen"];
  for (const name of names) await visited(server, name);
  server.wait(DAY_MS);
  const [left, right] = [names.slice(0, 5), names.slice(5)];
  const { url, got } = await mailServer(left.map((name) => `${name}@example.org`));
  const mailer = smtpMailer(url, { name: "", address: "hello@shelv.example" });
  onTestFinished(() => mailer.close());
  await run(server, { mailer });
  expect(got).toHaveLength(right.length);
  server.wait(HOUR_MS);
  await run(server);
  expect(await receiversIn(server)).toEqual(left.map((name) => `${name}@example.org`));
});

test("A mail server that accepts no digest gets no more after three failures, until the next run", async () => {
  const server = await openTestServer();
  const names = ["ada", "bea", "cleo", "dora", "eve"];
  for (const name of names) await visited(server, name);
  server.wait(DAY_MS);
  let asked = 0;
  const refusing: Mailer = {
    send() {
      asked += 1;
      return Promise.reject(Object.assign(new Error("Not today"), { responseCode: 451 }));
    },
    close() {},
  };
  await run(server, { mailer: refusing });
  expect(asked).toBe(3);
  server.wait(HOUR_MS);
  await run(server);
  expect(await receiversIn(server)).toEqual(names.map((name) => `${name}@example.org`));
});

test("Digests that a restart interrupts continue after the last account, and the next week starts with the first", async () => {
  const server = await openTestServer();
  const names = ["ada", "bea", "cleo", "dora", "eve"];
  for (const name of names) await visited(server, name);
  server.wait(DAY_MS);
  const { value: from } = await sendDigests(server.services, { address: ADDRESS }).next();
  expect(await receiversIn(server)).toHaveLength(1);
  const asked: string[] = [];
  const counting: Mailer = { send: async ({ to }) => void asked.push(to), close() {} };
  const deps = { ...server.services, mailer: counting };
  await server.services.db.writer.deleteFrom("digest").execute();
  await runAllSteps(sendDigests(deps, { address: ADDRESS, from: from ?? null }));
  expect(asked).toHaveLength(4);
  for (const name of names) await visit(server, name);
  server.wait(WEEK_MS);
  await runAllSteps(sendDigests(deps, { address: ADDRESS, from: from ?? null }));
  expect(asked).toHaveLength(9);
});

test("More digests are sent at once after each success, and one at a time after a failure", async () => {
  const server = await openTestServer();
  for (let at = 0; at < 20; at += 1) await visited(server, `owner-${at}`);
  server.wait(DAY_MS);
  let [open, mails] = [0, 0];
  const atOnce: number[] = [];
  const mailer: Mailer = {
    async send() {
      mails += 1;
      open += 1;
      atOnce.push(open);
      await nextTurn();
      await nextTurn();
      await nextTurn();
      open -= 1;
      if (mails === 8) throw Object.assign(new Error("Not now"), { responseCode: 451 });
    },
    close() {},
  };
  await run(server, { mailer });
  expect(mails).toBe(20);
  expect(Math.max(...atOnce)).toBeGreaterThan(1);
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(6);
});
