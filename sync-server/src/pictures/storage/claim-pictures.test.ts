import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { sha256Of } from "#pictures/store-picture";
import { sweepPictures } from "#pictures/sweep-pictures";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { PictureOwner, servedFiles } from "#testing/picture-owner";
import { picture } from "#testing/pictures";
import { runAllSteps } from "#testing/run-all-steps";
import { S3TestServer } from "./testing/s3-test-server.ts";
import { MARK_KEY } from "./media-store.ts";

vi.setConfig({ testTimeout: 60_000 });

const DAY_MS = 24 * 60 * 60_000;
const OF_OTHERS = "The bucket of MEDIA_URL belongs to another installation.";

const sweep = (server: TestServer) => runAllSteps(sweepPictures(server.services, { seenMs: Infinity }));
const tiny = () => picture("png", { width: 40, height: 30 });

async function withPicture(env: Record<string, string> = {}) {
  const server = await openTestServer({ env });
  const bytes = await tiny();
  await (await PictureOwner.of(server, "ada")).put(bytes);
  return { server, sha256: sha256Of(bytes) };
}

async function readyOf(server: TestServer): Promise<unknown> {
  server.wait(15_000);
  return (await server.browser().get("/readyz")).json();
}

test("Another installation does not start on a bucket that is taken", async () => {
  const s3 = await S3TestServer.start();
  const { server, sha256 } = await withPicture(s3.env());
  s3.ageObjects();
  const before = [...s3.objects.keys()];
  await expect(openTestServer({ env: s3.env() })).rejects.toThrow(OF_OTHERS);
  expect([...s3.objects.keys()]).toEqual(before);
  await sweep(server);
  expect((await servedFiles(server, sha256)).size).toBe(7);
});

test("Another installation does not start on a folder that is taken", async () => {
  const { server } = await withPicture();
  const folder = await mkdtemp(join(tmpdir(), "shelv-taken-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(server.folder, "media"), join(folder, "media"), { recursive: true });
  await expect(openTestServer({ at: { folder } })).rejects.toThrow(
    "The pictures in DATA_DIR/media belong to another installation.",
  );
});

test("A restarted server has its pictures, and they are swept as before", async () => {
  const s3 = await S3TestServer.start();
  const { server, sha256 } = await withPicture(s3.env());
  const again = await openTestServer({ env: s3.env(), at: server });
  expect((await servedFiles(again, sha256)).size).toBe(7);
  await again.services.db.writer.deleteFrom("blob").execute();
  s3.ageObjects();
  await sweep(again);
  expect((await servedFiles(again, sha256)).size).toBe(0);
});

test("A bucket without a mark gets one and loses no picture for two weeks; its former server reports it", async () => {
  const s3 = await S3TestServer.start();
  const { server: before, sha256 } = await withPicture(s3.env());
  s3.objects.delete(MARK_KEY);
  s3.ageObjects();
  const server = await openTestServer({ env: s3.env() });
  await sweep(server);
  expect((await servedFiles(server, sha256)).size).toBe(7);

  await expect.poll(() => readyOf(before)).toEqual({ status: "degraded", problems: [OF_OTHERS] });
  await before.services.db.writer.deleteFrom("blob").execute();
  await expect(sweep(before)).rejects.toThrow(OF_OTHERS);
  expect((await servedFiles(server, sha256)).size).toBe(7);

  server.wait(14 * DAY_MS - 1);
  await sweep(server);
  expect((await servedFiles(server, sha256)).size).toBe(7);
  server.wait(1);
  await sweep(server);
  expect((await servedFiles(server, sha256)).size).toBe(0);
});

test("A folder without a mark gets it, and for two weeks none of its pictures is removed", async () => {
  const { server: before, sha256 } = await withPicture();
  const folder = await mkdtemp(join(tmpdir(), "shelv-unmarked-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(before.folder, "media"), join(folder, "media"), { recursive: true });
  await rm(join(folder, MARK_KEY));
  const server = await openTestServer({ at: { folder } });
  await sweep(server);
  expect((await servedFiles(server, sha256)).size).toBe(7);
  server.wait(14 * DAY_MS);
  await sweep(server);
  expect((await servedFiles(server, sha256)).size).toBe(0);
});

test("A bucket that does not answer at the start is marked, or refused, once it answers", async () => {
  const s3 = await S3TestServer.start();
  s3.trouble = "nothing";
  const [first, other] = [await openTestServer({ env: s3.env() }), await openTestServer({ env: s3.env() })];
  s3.trouble = null;
  await expect.poll(() => readyOf(first)).toEqual({ status: "ok", problems: [] });
  expect(s3.objects.has(MARK_KEY)).toBe(true);
  await expect.poll(() => readyOf(other)).toEqual({ status: "degraded", problems: [OF_OTHERS] });
});
