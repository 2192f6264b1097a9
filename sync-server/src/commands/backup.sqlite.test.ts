import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { makeZip } from "client-zip";
import { expect, onTestFinished, test, vi } from "vitest";
import { lockDataFolder, mustNotBeHalfRestored } from "#data-folder";
import { failFileCall } from "#testing/fail-file-call";
import { Device, newShelf, sent } from "#testing/device";
import { S3Store } from "#pictures/storage/s3-store";
import type { BucketPlace } from "#pictures/storage/media-settings";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { picture } from "#testing/pictures";
import { S3TestServer } from "#pictures/storage/testing/s3-test-server";
import { backUp } from "./back-up.ts";
import { restore } from "./restore.ts";

const AROUND = 20;

type Listed = { name: string; imageUrl?: string | null }[];

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), "shelv-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function furnished(env: Record<string, string> = {}) {
  const server = await openTestServer({ env: { PLAN_LIMITS: "off", ...env } });
  const ada = await server.signedIn("ada@example.org", "ada");
  const { id } = (await (await ada.post("/api/shelves", { name: "Books" })).json()) as { id: string };
  const image = new Blob([await picture("jpeg")]);
  const item = await ada.form("POST", `/api/shelves/${id}/items`, {
    title: "Emma",
    url: "https://example.org",
    image,
  });
  const { imageUrl } = (await item.json()) as { imageUrl: string };
  return { server, ada, imageUrl };
}

const backupOf = async (server: TestServer) => {
  const file = join(await temporaryFolder(), "backup.zip");
  await backUp(server.folder, file);
  return file;
};

async function zipOf(entries: { name: string; input: string | Uint8Array<ArrayBuffer> }[]) {
  const file = join(await temporaryFolder(), "made.zip");
  await writeFile(file, new Uint8Array(await new Response(makeZip(entries)).arrayBuffer()));
  return file;
}

test("A backup made during writes is the account at one moment, with its pictures", async () => {
  const { server, ada, imageUrl } = await furnished();
  let written = 0;
  const write = () => ada.post("/api/shelves", { name: `Shelf ${(written += 1)}` });
  for (let before = 0; before < AROUND; before += 1) await write();
  const writing = (async () => {
    for (let during = 0; during < AROUND; during += 1) await write();
  })();
  const file = await backupOf(server);
  await writing;

  const folder = join(await temporaryFolder(), "data");
  expect(await restore(file, folder, { replace: false })).toEqual({ keptAt: null, missingPictures: 0 });
  const restored = await openTestServer({ at: { folder }, env: { PLAN_LIMITS: "off" } });
  const names = ((await (await restored.browser().get("/api/users/ada/shelves")).json()) as Listed).map(
    ({ name }) => name,
  );
  expect(names).toEqual(["Books", ...Array.from({ length: names.length - 1 }, (_, at) => `Shelf ${at + 1}`)]);
  expect(names.length).toBeGreaterThan(AROUND);
  const [there, here] = [await server.browser().get(imageUrl), await restored.browser().get(imageUrl)];
  expect(Buffer.from(await here.arrayBuffer()).equals(Buffer.from(await there.arrayBuffer()))).toBe(true);
});

test("With pictures in a bucket, a backup has them too, and a restore puts back those that are gone", async () => {
  const s3 = await S3TestServer.start();
  const { server, imageUrl } = await furnished(s3.env());
  const bucket = new S3Store(server.services.settings.bucket as BucketPlace);
  const file = join(await temporaryFolder(), "backup.zip");
  expect(await backUp(server.folder, file, bucket)).toEqual({ pictures: 1 });
  const stored = new Map(s3.objects);
  s3.objects.clear();

  const folder = join(await temporaryFolder(), "data");
  expect(await restore(file, folder, { replace: false, bucket })).toEqual({
    keptAt: null,
    missingPictures: 0,
  });
  expect((await readdir(folder)).toSorted()).toEqual(["lock", "session-secret", "shelv.db"]);
  for (const [key, { bytes }] of s3.objects)
    expect([key, bytes.equals(stored.get(key)?.bytes ?? Buffer.of())]).toEqual([key, true]);
  const restored = await openTestServer({ at: { folder }, env: s3.env() });
  expect((await restored.browser().get(imageUrl)).status).toBe(200);
  const { received } = s3;
  received.length = 0;
  const again = join(await temporaryFolder(), "data");
  await restore(file, again, { replace: false, bucket });
  expect(received.filter((request) => request.startsWith("PUT"))).toEqual([]);

  await bucket.mark("another");
  received.length = 0;
  const refused = join(await temporaryFolder(), "data");
  await expect(restore(file, refused, { replace: false, bucket })).rejects.toThrow(
    "The bucket of MEDIA_URL belongs to another installation.",
  );
  expect([await readdir(refused), received.filter((request) => request.startsWith("PUT"))]).toEqual([
    ["lock"],
    [],
  ]);
});

test("After a restore, a device from before pulls everything again and sends what the backup lacks", async () => {
  const { server, ada } = await furnished();
  const device = await Device.of(ada);
  await device.sync([sent(1, "shelf.create", newShelf("Known"))]);
  const file = await backupOf(server);
  const late = sent(2, "shelf.create", newShelf("Late"));
  await device.sync([late]);

  const folder = join(await temporaryFolder(), "data");
  await restore(file, folder, { replace: false });
  const restored = await openTestServer({ at: { folder }, env: { PLAN_LIMITS: "off" } });
  const returning = await Device.of(await restored.signedIn("ada@example.org", null));
  expect(returning.userId).toBe(device.userId);
  const { clientId, epoch, cursor } = device;
  const heard = await returning.sync([sent(3, "shelf.create", newShelf("Later"))], {
    clientId,
    epoch,
    cursor,
  });
  expect([heard.reset, heard.lastMid, heard.epoch === epoch]).toEqual([true, 1, false]);
  const again = await returning.sync([late], { clientId });
  expect(again.lastMid).toBe(2);
  const names = ((await (await restored.browser().get("/api/users/ada/shelves")).json()) as Listed).map(
    ({ name }) => name,
  );
  expect(names.toSorted()).toEqual(["Books", "Known", "Late"]);
});

test("A backup contains no session, no code and no visitor's address, and only its owner can read it", async () => {
  const { server, ada } = await furnished();
  await server.browser().post("/api/auth/send-code", { email: "eve@example.org" });
  const file = await backupOf(server);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const folder = join(await temporaryFolder(), "data");
  await restore(file, folder, { replace: false });
  const restored = await openTestServer({ at: { folder } });
  for (const table of [
    "session",
    "sign_in_attempt",
    "provider_attempt",
    "daily_salt",
    "rate_limit",
    "analytics_seen",
    "analytics_quota",
    "own_visit",
  ] as const) {
    expect([table, await restored.services.db.reader.selectFrom(table).selectAll().execute()]).toEqual([
      table,
      [],
    ]);
  }
  expect((await readFile(file)).includes("eve@example.org")).toBe(false);
  const stranger = restored.browser();
  for (const [name, value] of ada.cookies) stranger.cookies.set(name, value);
  expect((await stranger.get("/api/auth/me")).status).toBe(401);
  expect(restored.services.secret).toBe(server.services.secret);
});

test("A backup never replaces a file, and leaves nothing behind when it fails", async () => {
  const { server } = await furnished();
  const folder = await temporaryFolder();
  await writeFile(join(folder, "mine"), "mine");
  await expect(backUp(server.folder, join(folder, "mine"))).rejects.toThrow("is there already");
  await expect(backUp(folder, join(folder, "other"))).rejects.toThrow("There is no database");
  expect([await readdir(folder), await readFile(join(folder, "mine"), "utf8")]).toEqual([["mine"], "mine"]);
});

test("A restore replaces nothing without --replace, and keeps a copy of what it replaces", async () => {
  const { server } = await furnished();
  const file = await backupOf(server);
  const folder = await temporaryFolder();
  await writeFile(join(folder, "precious"), "data");
  await expect(restore(file, folder, { replace: false })).rejects.toThrow("is not empty: add --replace");
  const { keptAt } = await restore(file, folder, { replace: true });
  expect(await readFile(join(keptAt ?? "", "precious"), "utf8")).toBe("data");
  expect((await readdir(folder)).filter((name) => !name.startsWith("before-")).toSorted()).toEqual([
    "lock",
    "media",
    "session-secret",
    "shelv.db",
  ]);
});

const HALF_RESTORED =
  /^There is no database in \S+, but before-\S+: a restore has not ended\. Restore again with --replace,/;

test("A restore that fails at any move changes nothing, and one that dies there lets no empty server start", async () => {
  const { server } = await furnished();
  const file = await backupOf(server);
  const folder = await temporaryFolder();
  await restore(file, folder, { replace: false });
  await writeFile(join(folder, "precious"), "data");
  const before = (await readdir(folder)).toSorted();
  for (let at = 1; at <= before.length + 2; at += 1) {
    const died = join(await temporaryFolder(), "died");
    const { restore: endFault, hasFailed } = failFileCall("rename", at, () =>
      cp(folder, died, { recursive: true }),
    );
    await expect(restore(file, folder, { replace: true })).rejects.toThrow("EIO");
    endFault();
    expect([at, hasFailed(), (await readdir(folder)).toSorted()]).toEqual([at, true, before]);
    await mustNotBeHalfRestored(folder);
    // The first move takes the old database away, and the last one brings the new one.
    const refused = await mustNotBeHalfRestored(died).then(
      () => "",
      (error: Error) => error.message,
    );
    expect(refused).toMatch(at === 1 ? /^$/ : HALF_RESTORED);
    await restore(file, died, { replace: true });
    await mustNotBeHalfRestored(died);
  }
  expect((await restore(file, folder, { replace: true })).keptAt).not.toBe(null);
});

test("After a restore into an empty folder that died no empty server starts", async () => {
  const { server } = await furnished();
  const file = await backupOf(server);
  const folder = await temporaryFolder();
  const died = join(await temporaryFolder(), "died");
  const { restore: endFault } = failFileCall("rename", 1, () => cp(folder, died, { recursive: true }));
  await expect(restore(file, folder, { replace: false })).rejects.toThrow("EIO");
  endFault();
  await expect(mustNotBeHalfRestored(died)).rejects.toThrow(
    /There is no database in \S+, but restoring-\S+: a restore has not ended/,
  );
  await restore(file, died, { replace: true });
  await mustNotBeHalfRestored(died);
});

test("A restore whose disk cannot take it says why, and does not blame the backup", async () => {
  const { server } = await furnished();
  const file = await backupOf(server);
  const folder = join(await temporaryFolder(), "data");
  const stream = vi.spyOn(Writable.prototype, "write").mockImplementationOnce(() => {
    throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC", syscall: "write" });
  });
  onTestFinished(() => stream.mockRestore());
  await expect(restore(file, folder, { replace: false })).rejects.toThrow("ENOSPC: no space left");
  expect(await readdir(folder)).toEqual(["lock"]);
});

test("A restore does not wait for a server: it refuses while one runs on the folder", async () => {
  const { server } = await furnished();
  const file = await backupOf(server);
  const folder = await temporaryFolder();
  const unlock = lockDataFolder(folder);
  await expect(restore(file, folder, { replace: true })).rejects.toThrow(
    "A server is running on the data folder",
  );
  unlock();
  await restore(file, folder, { replace: true });
});

test("An incomplete backup is rejected, and the data folder stays unchanged", async () => {
  const { server } = await furnished();
  const good = await readFile(await backupOf(server));
  const flipped = Uint8Array.from(good);
  const at = good.indexOf("WEBPVP8");
  flipped[at + 40] = (flipped[at + 40] ?? 0) ^ 0xff;
  const changed = join(await temporaryFolder(), "changed.zip");
  await writeFile(changed, flipped);
  const cut = join(await temporaryFolder(), "cut.zip");
  await writeFile(cut, good.subarray(0, good.length / 2));
  const note = { name: "backup.json", input: '{"format":1,"madeAt":"2026-03-01T12:00:00Z"}' };
  const sha = "ab".repeat(32);

  const given: [file: string, sentence: string][] = [
    [join(await temporaryFolder(), "none.zip"), "There is no file"],
    [changed, "cannot be read"],
    [cut, "it is no zip file"],
    [await zipOf([note]), "it is not complete"],
    [
      await zipOf([
        { name: "backup.json", input: '{"format":2}' },
        { name: "shelv.db", input: "" },
      ]),
      "made by a newer version",
    ],
    [await zipOf([note, { name: "../outside", input: "x" }]), "is no backup"],
    [await zipOf([note, { name: `media/ab/${sha}/../../../../outside`, input: "x" }]), "is no backup"],
    [await zipOf([note, { name: `media/cd/${sha}/320.webp`, input: "x" }]), "it holds"],
    [await zipOf([note, { name: `media/ab/${sha}/320.webp`, input: "<script>" }]), "is no picture"],
    [await zipOf([note, { name: "session-secret", input: "x".repeat(5000) }]), "is too large"],
    [await zipOf([note, note]), "it holds"],
    [await zipOf([note, { name: "shelv.db", input: "no database" }]), "is damaged"],
  ];
  const folder = await temporaryFolder();
  for (const [file, sentence] of given) {
    await expect(restore(file, folder, { replace: false })).rejects.toThrow(sentence);
    expect(await readdir(folder)).toEqual(["lock"]);
  }
});
