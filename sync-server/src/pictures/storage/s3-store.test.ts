import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { SHARED_QUEUES } from "#jobs/shared-queues";
import { listen } from "#listen";
import { mailPictures } from "#mail/digest/mail-pictures";
import { removeUnheld, sweepPictures } from "#pictures/sweep-pictures";
import { sha256Of } from "#pictures/store-picture";
import { runAllSteps } from "#testing/run-all-steps";
import { openTestServer } from "#testing/open-test-server";
import { PictureOwner, servedFiles } from "#testing/picture-owner";
import { picture } from "#testing/pictures";
import { readSettings } from "#settings";
import { S3TestServer } from "./testing/s3-test-server.ts";
import type { BucketPlace } from "./media-settings.ts";
import { S3Bucket } from "./s3-bucket.ts";
import { PART_BYTES } from "./s3-store.ts";

const { atOnce: AT_ONCE, waiting } = SHARED_QUEUES.bucket.ofPayer;
const GONE = "The bucket of MEDIA_URL does not answer.";

async function withServer() {
  const s3 = await S3TestServer.start();
  const server = await openTestServer({ env: s3.env() });
  const ready = async () => {
    server.wait(15_000);
    const answer = await server.browser().get("/readyz");
    return [answer.status, await answer.json()];
  };
  return { s3, server, ada: await PictureOwner.of(server, "ada"), ready };
}

const tiny = (width = 40) => picture("png", { width, height: 30 });

test("An upload goes to the bucket, signed and with its length, and is served and deleted from there", async () => {
  const { s3, server, ada } = await withServer();
  const bytes = await tiny();
  expect((await ada.put(bytes)).status).toBe(204);
  const sha256 = sha256Of(bytes);
  const folder = `media/${sha256.slice(0, 2)}/${sha256}`;
  const stored = [...s3.objects.keys()].filter((key) => key.startsWith(folder));
  expect(stored).toHaveLength(7);
  expect(s3.received.filter((each) => each.startsWith(`PUT ${folder}`)).at(-1)).toBe(
    `PUT ${folder}/original.webp`,
  );
  const served = await servedFiles(server, sha256);
  expect(served.size).toBe(7);
  for (const [name, file] of served)
    expect(s3.objects.get(`${folder}/${name}`)?.bytes.equals(Buffer.from(file))).toBe(true);

  await server.services.db.writer.deleteFrom("blob").execute();
  await removeUnheld(server.services, [sha256]);
  expect([...s3.objects.keys()]).toEqual(["media/check", "media/installation"]);
  expect((await servedFiles(server, sha256)).size).toBe(0);
});

test("The sweep deletes pictures without a row once they are an hour old", async () => {
  const { s3, server, ada } = await withServer();
  const [orphan, used] = [await tiny(), await tiny(41)];
  for (const bytes of [orphan, used]) await ada.put(bytes);
  await server.services.db.writer.deleteFrom("blob").where("sha256", "=", sha256Of(orphan)).execute();
  const sweep = () => runAllSteps(sweepPictures(server.services, { seenMs: Infinity }));
  await sweep();
  expect((await servedFiles(server, sha256Of(orphan))).size).toBe(7);
  s3.ageObjects();
  await sweep();
  expect((await servedFiles(server, sha256Of(orphan))).size).toBe(0);
  expect((await servedFiles(server, sha256Of(used))).size).toBe(7);
});

test("An account is deleted while its bucket is gone, and the sweep deletes its pictures later", async () => {
  const { s3, server, ada } = await withServer();
  await ada.put(await tiny());
  await ada.browser.post("/api/user/deletion-code");
  const code = await server.codeFor("ada@example.org");
  s3.trouble = "nothing";
  const headers = { "Content-Type": "application/json" };
  const answer = await ada.browser.send("DELETE", "/api/user", { body: JSON.stringify({ code }), headers });
  expect(answer.status).toBeLessThan(300);
  s3.trouble = null;
  expect(s3.objects.size).toBe(9);
  s3.ageObjects();
  await runAllSteps(sweepPictures(server.services, { seenMs: Infinity }));
  expect([...s3.objects.keys()]).toEqual(["media/check", "media/installation"]);
});

test("A wrong setting or a missing right stops the start with a sentence", async () => {
  const s3 = await S3TestServer.start();
  const start = (env: Record<string, string>) => openTestServer({ env }).then(() => "started", String);
  const said = (sentence: string) => `SettingsError: ${sentence}`;
  expect(await start(s3.env({ bucket: "no-such-bucket" }))).toBe(
    said("The bucket of MEDIA_URL does not exist."),
  );
  expect(await start(s3.env({ region: "eu-1" }))).toBe(said("The region of MEDIA_URL is not the bucket's."));
  expect(await start({ ...s3.env(), AWS_ACCESS_KEY_ID: "AKIAOTHER" })).toBe(
    said("The store of MEDIA_URL does not know AWS_ACCESS_KEY_ID."),
  );
  expect(await start({ ...s3.env(), AWS_SECRET_ACCESS_KEY: "another" })).toBe(
    said("AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID."),
  );
  s3.aheadMs = 16 * 60_000;
  expect(await start(s3.env())).toBe(
    said("The clocks of this machine and of the store of MEDIA_URL differ too much."),
  );
  s3.aheadMs = 0;
  for (const [right, action] of [
    ["put", "write to"],
    ["get", "read from"],
    ["list", "list"],
    ["delete", "delete from"],
  ] as const) {
    s3.denied.add(right);
    expect(await start(s3.env())).toBe(said(`The keys of MEDIA_URL may not ${action} the bucket.`));
    s3.denied.delete(right);
  }
  const { app } = await openTestServer();
  const web = await listen(app, { host: "127.0.0.1", port: 0, write: () => {} });
  onTestFinished(web.stop);
  const endpoint = `http://127.0.0.1:${web.port}`;
  expect(await start({ ...s3.env(), MEDIA_URL: `s3://pictures?endpoint=${endpoint}` })).toBe(
    said("At the endpoint of MEDIA_URL is no store that speaks S3."),
  );
});

test.each(["nothing", "slow down"] as const)(
  "While the bucket answers %s, pages work, uploads and pictures are 503, and all of it works again later",
  async (trouble) => {
    const { s3, server, ada, ready } = await withServer();
    const [before, during] = [await tiny(), await tiny(41)];
    await ada.put(before);
    await expect.poll(ready).toEqual([200, { status: "ok", problems: [] }]);

    s3.trouble = trouble;
    expect((await server.browser().get("/ada")).status).toBe(200);
    for (const answer of [
      await ada.put(during),
      await server.browser().get(`/media/${sha256Of(before)}/160.webp`),
    ]) {
      const headers = ["Retry-After", "Cache-Control"].map((name) => answer.headers.get(name));
      expect([answer.status, ...headers]).toEqual([503, "5", "no-store"]);
    }
    await expect.poll(ready).toEqual([200, { status: "degraded", problems: [GONE] }]);
    const alarms = server.printed.filter((line) => line.includes('"alarm":"media"'));
    expect([alarms.length, alarms[0]?.includes(GONE)]).toEqual([1, true]);
    expect(server.printed.filter((line) => line.includes('"bug"'))).toEqual([]);

    s3.trouble = null;
    await expect.poll(ready).toEqual([200, { status: "ok", problems: [] }]);
    expect((await ada.put(during)).status).toBe(204);
    for (const bytes of [before, during]) expect((await servedFiles(server, sha256Of(bytes))).size).toBe(7);
  },
);

test("A server starts while its bucket does not answer, and says why it is degraded", async () => {
  const s3 = await S3TestServer.start();
  s3.trouble = "nothing";
  const server = await openTestServer({ env: s3.env() });
  expect(server.printed.join("")).toContain(GONE);
  const ready = async () => (await server.browser().get("/readyz")).json();
  await expect.poll(ready).toEqual({ status: "degraded", problems: [GONE] });
});

test("A right that is taken away later is a sentence of /readyz, and the upload is not lost", async () => {
  const { s3, ada, ready } = await withServer();
  s3.denied.add("put");
  const bytes = await tiny();
  const refused = await ada.put(bytes);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"]);
  await expect
    .poll(ready)
    .toEqual([200, { status: "degraded", problems: ["The keys of MEDIA_URL may not write to the bucket."] }]);
  s3.denied.clear();
  expect((await ada.put(bytes)).status).toBe(204);
});

test("A mail is sent without the pictures of a bucket that is gone", async () => {
  const { s3, server, ada } = await withServer();
  const bytes = await tiny();
  await ada.put(bytes);
  const items = [{ id: "1", picture: sha256Of(bytes), emoji: "☕", object: "mug" }] as const;
  expect((await mailPictures(server.services.files, items)).size).toBe(1);
  s3.trouble = "nothing";
  expect((await mailPictures(server.services.files, items)).size).toBe(0);
});

test("Networks that flood a slow bucket have few waiting each, and leave places for newcomers and the server", async () => {
  const s3 = await S3TestServer.start();
  const bucket = new S3Bucket(readSettings(s3.env()).bucket as BucketPlace);
  await bucket.put("media/check", Buffer.from("there"));
  const gate = Promise.withResolvers<void>();
  s3.gate = gate.promise;
  const ask = (payer: string) => () =>
    bucket
      .getPart("media/check", { from: 0, maxBytes: 100, payer })
      .then((part) => part?.bytes.toString(), String);
  const flood = Array.from({ length: 6 }, (_, at) => {
    const asked = Array.from({ length: 160 }, ask(`flooder ${at}`));
    return { taken: asked.slice(0, waiting), refused: asked.slice(AT_ONCE + waiting) };
  });
  const others = [...Array.from({ length: 100 }, ask("visitor")), bucket.get("media/check").then(String)];
  const refusals = await Promise.all(flood.flatMap(({ refused }) => refused));
  expect(new Set(refusals.map((refusal) => refusal?.slice(0, 8)))).toEqual(new Set(["Refusal:"]));
  const later = bucket.getPart("media/check", { from: 1, maxBytes: 100, payer: "flooder 0" });
  gate.resolve();
  expect((await later)?.bytes.toString(), "what has been admitted goes on").toBe("here");
  const answers = await Promise.all([...flood.flatMap(({ taken }) => taken), ...others]);
  expect(new Set(answers)).toEqual(new Set(["there"]));
});

test("A client that goes away gives its place in the bucket's queue back at once, and raises no alarm", async () => {
  const { s3, server, ada } = await withServer();
  const bytes = await tiny();
  await ada.put(bytes);
  const web = await listen(server.app, { host: "127.0.0.1", port: 0, write: () => {} });
  onTestFinished(web.stop);
  const gate = Promise.withResolvers<void>();
  s3.gate = gate.promise;
  const url = `http://127.0.0.1:${web.port}/media/${sha256Of(bytes)}/160.webp`;
  const ask = (signal?: AbortSignal) =>
    fetch(url, { headers: { Host: "localhost:3000" }, ...(signal && { signal }) }).catch(() => null);
  const before = s3.asked;
  const leaving = new AbortController();
  const left = Array.from({ length: AT_ONCE }, () => ask(leaving.signal));
  await expect.poll(() => s3.asked - before).toBe(AT_ONCE);
  const stays = ask();
  leaving.abort();
  expect(new Set(await Promise.all(left))).toEqual(new Set([null]));
  await expect.poll(() => s3.asked - before).toBe(AT_ONCE + 1);
  gate.resolve();
  expect((await stays)?.status).toBe(200);
  expect(server.printed.filter((line) => line.includes("alarm"))).toEqual([]);
});

test("HEAD, and GET of a picture that the client has, read no picture from the bucket", async () => {
  const { s3, server, ada } = await withServer();
  const bytes = await tiny();
  await ada.put(bytes);
  const path = `/media/${sha256Of(bytes)}/160.webp`;
  const browser = server.browser();
  const whole = await browser.get(path);
  const known = { "If-None-Match": whole.headers.get("ETag") ?? "" };
  const asked = async () => {
    s3.received.length = 0;
    const [head, again] = [await browser.send("HEAD", path), await browser.get(path, known)];
    return [head.status, head.headers.get("Content-Length"), again.status, ...s3.received];
  };
  const object = `HEAD media/${sha256Of(bytes).slice(0, 2)}/${sha256Of(bytes)}/160.webp`;
  const size = String((await whole.arrayBuffer()).byteLength);
  expect(await asked()).toEqual([200, size, 304, object, object]);
  s3.objects.clear();
  expect(await asked()).toEqual([404, null, 404, object, object]);
});

async function withLargePicture() {
  const { s3, server } = await withServer();
  const sha256 = sha256Of(await tiny());
  const bytes = Buffer.alloc(64_000_000, "picture ");
  s3.objects.set(`media/${sha256.slice(0, 2)}/${sha256}/original.webp`, { bytes, storedAtMs: 0 });
  return { s3, server, bytes, path: `/media/${sha256}/original.webp` };
}

test("Of a picture in a bucket, clients that take nothing have a part in memory, and others get it whole", async () => {
  const { s3, server, bytes, path } = await withLargePicture();
  const web = await listen(server.app, { host: "127.0.0.1", port: 0, write: () => {} });
  onTestFinished(web.stop);
  const idle = Array.from({ length: 4 }, () => connect(web.port, "127.0.0.1").pause());
  onTestFinished(() => idle.forEach((socket) => socket.destroy()));
  for (const socket of idle) socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\n\r\n`);
  await expect.poll(() => s3.sentBytes).toBeGreaterThan(4 * PART_BYTES);
  const answer = await fetch(`http://127.0.0.1:${web.port}${path}`, { headers: { Host: "localhost:3000" } });
  expect(answer.headers.get("Content-Length")).toBe(String(bytes.byteLength));
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  // The system's buffers take a few megabytes of each connection.
  expect(s3.sentBytes - bytes.byteLength).toBeLessThan(bytes.byteLength);
});

test("Pictures that break off while they are sent end the connection, and are one line a minute in the log", async () => {
  const { s3, server, path } = await withLargePicture();
  const web = await listen(server.app, { host: "127.0.0.1", port: 0, write: () => {} });
  onTestFinished(web.stop);
  const errors = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => errors.mockRestore());
  const ask = () => fetch(`http://127.0.0.1:${web.port}${path}`, { headers: { Host: "localhost:3000" } });
  const answers = [await ask(), await ask()];
  s3.trouble = "nothing";
  for (const answer of answers) await expect(answer.arrayBuffer()).rejects.toThrow("terminated");
  expect(errors.mock.calls).toEqual([]);
  const lines = server.printed
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([{ alarm: "media" }]);
});

test("A store that knows no ranges sends a picture whole", async () => {
  const { s3, server, bytes, path } = await withLargePicture();
  s3.knowsRanges = false;
  const answer = await server.browser().get(path);
  expect([answer.status, answer.headers.get("Content-Length")]).toEqual([200, String(bytes.byteLength)]);
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
});

test("Health does not wait for a bucket that does not answer", async () => {
  const { s3, ready } = await withServer();
  const gate = Promise.withResolvers<void>();
  s3.gate = gate.promise;
  expect(await ready()).toEqual([200, { status: "ok", problems: [] }]);
  s3.denied.add("list");
  gate.resolve();
  await expect
    .poll(ready)
    .toEqual([200, { status: "degraded", problems: ["The keys of MEDIA_URL may not list the bucket."] }]);
});
