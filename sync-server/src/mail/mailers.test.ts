import { mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { expect, onTestFinished, test } from "vitest";
import { readSettings } from "#settings";
import { runAllSteps } from "#testing/run-all-steps";
import { mailServer } from "#testing/servers/mail-server";
import { fileMailer, MAIL_KEPT_MS, sweepMails } from "./file-mailer.ts";
import { signInMail } from "./sign-in-mail.ts";
import { smtpMailer } from "./smtp-mailer.ts";

const FROM = { name: "Shelv", address: "hello@shelv.example" };
const MAIL = signInMail("ada@example.org", "012345", "https://shelv.example");

test("With a mail server the code is sent as text and HTML", async () => {
  const { url, got } = await mailServer();
  const mailer = smtpMailer(url, FROM);
  onTestFinished(() => mailer.close());
  await mailer.send(MAIL);
  expect(got).toHaveLength(1);
  const mail = await PostalMime.parse(got[0] as Buffer);
  expect(mail).toMatchObject({
    from: { name: "Shelv", address: "hello@shelv.example" },
    to: [{ address: "ada@example.org" }],
    subject: "012345 is your Shelv code",
    text: expect.stringMatching(/^012345$/m) as string,
    html: expect.stringContaining(">012345<") as string,
  });
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
  );
});

test("The mail's link has the code in its fragment, which no server sees; without a public address there is no link", () => {
  const link = "https://shelv.example/login#code=012345";
  expect([MAIL.text.includes(`\n${link}\n`), MAIL.html.includes(`href="${link}"`)]).toEqual([true, true]);
  const without = signInMail("ada@example.org", "012345", null);
  expect(without.text + without.html).not.toContain("code=");
});

test.each([
  ["Shelv: News <hello@shelv.example>", "Shelv: News"],
  ["Shelv, Inc. <hello@shelv.example>", "Shelv, Inc."],
  ['"Shelv; News" <hello@shelv.example>', "Shelv; News"],
  ["Jörg's Shelv (new) <hello@shelv.example>", "Jörg's Shelv (new)"],
  ["棚 <hello@shelv.example>", "棚"],
  ["hello@shelv.example", ""],
])("A mail from %j arrives from one sender", async (from, name) => {
  const { url, got } = await mailServer();
  const { mailFrom } = readSettings({ MAIL_FROM: from });
  const mailer = smtpMailer(url, mailFrom);
  onTestFinished(() => mailer.close());
  await mailer.send(MAIL);
  expect((await PostalMime.parse(got[0] as Buffer)).from).toEqual({ name, address: "hello@shelv.example" });
});

test.each(["pa#ss", "pa/ss", "1/ss", "p@ss", "p@s/s#", "pa?ss", "100%", "a:b", "p%23ss", "ü ä", "plain"])(
  "The mail server gets the password %j, pasted as it is",
  async (password) => {
    const { url, got, passwords } = await mailServer();
    const { smtpUrl } = readSettings({
      SMTP_URL: url.replace("smtp://", `smtp://me@shelv.example:${password}@`),
    });
    const mailer = smtpMailer(smtpUrl ?? "", FROM);
    onTestFinished(() => mailer.close());
    await mailer.send(MAIL);
    expect([got.length, passwords]).toEqual([1, [password.replace("%23", "#")]]);
  },
);

test("The user gets an error when the mail server rejects the mail or is down", async () => {
  const { url } = await mailServer("ada@example.org");
  for (const address of [url, "smtp://127.0.0.1:1"]) {
    const mailer = smtpMailer(address, FROM);
    onTestFinished(() => mailer.close());
    await expect(mailer.send(MAIL)).rejects.toThrow(/No such mailbox|ECONNREFUSED/);
  }
});

test("A mail server's message about a rejected address is logged without the address", async () => {
  const { url } = await mailServer("ada@example.org");
  const mailer = smtpMailer(url, FROM);
  onTestFinished(() => mailer.close());
  const error = (await mailer.send(MAIL).catch((thrown: unknown) => thrown)) as Error;
  expect(error.message).toContain("<…>: No such mailbox");
  expect(`${error.message} ${error.stack}`).not.toContain("ada@example.org");
});

test("Without a mail server the mail is a file for this user only, and the code is on the terminal", async () => {
  const folder = await mkdtemp(join(tmpdir(), "shelv-mail-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const lines: string[] = [];
  const mailer = fileMailer(join(folder, "mail"), FROM, (line) => void lines.push(line));
  await mailer.send(MAIL);
  await mailer.send(signInMail("ada@example.org", "678901", null));
  expect(lines).toEqual(["The code for ada@example.org is 012345", "The code for ada@example.org is 678901"]);
  const names = (await readdir(join(folder, "mail"))).toSorted();
  expect(names).toEqual([expect.stringMatching(/\.eml$/), expect.stringMatching(/\.eml$/)]);
  const [older, newer] = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, "mail", name)))),
  );
  expect([older?.text, newer?.text]).toEqual([
    expect.stringContaining("012345"),
    expect.stringContaining("678901"),
  ]);
  expect((await stat(join(folder, "mail", names[0] ?? ""))).mode & 0o777).toBe(0o600);
});

test("A mail file is deleted after a week, and nothing else in its folder is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "shelv-mail-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const now = new Date("2026-03-08T12:00:00Z");
  const files = {
    "old.eml": "2026-03-01T11:59:59Z",
    "new.eml": "2026-03-01T12:00:00Z",
    "notes.txt": "2026-01-01T00:00:00Z",
  };
  for (const [name, time] of Object.entries(files)) {
    await writeFile(join(folder, name), "");
    await utimes(join(folder, name), new Date(time), new Date(time));
  }
  // As one that got its name after the folder was read.
  await symlink(join(folder, "gone"), join(folder, "unfinished-x"));
  await runAllSteps(sweepMails(folder, now.getTime() - MAIL_KEPT_MS));
  expect((await readdir(folder)).toSorted()).toEqual(["new.eml", "notes.txt", "unfinished-x"]);
  await runAllSteps(sweepMails(join(folder, "that is not there"), now.getTime()));
});
