import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";

const BYTES = Buffer.from("a model that nobody runs here");
const PATH = `/background-model/${createHash("sha256").update(BYTES).digest("hex")}.onnx`;

async function modelFile() {
  const folder = await mkdtemp(join(tmpdir(), "shelv-model-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "u2net.onnx");
  await writeFile(file, BYTES);
  return { folder, file };
}

test("Without a configured model the app gets none", async () => {
  const browser = (await openTestServer()).browser();
  expect(await (await browser.get("/api/background-model")).json()).toEqual({ path: null });
  expect((await browser.get(PATH)).status).toBe(404);
});

test("A model is at its hash's address, immutable, and answered with 304 if known", async () => {
  const { file } = await modelFile();
  const browser = (await openTestServer({ env: { BACKGROUND_MODEL: file } })).browser();
  expect(await (await browser.get("/api/background-model")).json()).toEqual({ path: PATH });
  const answer = await browser.get(PATH);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(BYTES);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-length": String(BYTES.byteLength),
    "content-type": "application/octet-stream",
  });
  expect((await browser.get(PATH, { "If-None-Match": answer.headers.get("ETag") ?? "" })).status).toBe(304);
  expect((await browser.get(PATH.replace(/\w{4}\.onnx$/, "0000.onnx"))).status).toBe(404);
});

test("A file replaced while the server runs is not sent under the old hash", async () => {
  const { file } = await modelFile();
  const browser = (await openTestServer({ env: { BACKGROUND_MODEL: file } })).browser();
  await writeFile(file, "another model");
  expect((await browser.get(PATH)).status).toBe(404);
});

test("A setting that names no file stops the start, with the name in the message", async () => {
  const { folder } = await modelFile();
  for (const wrong of [folder, join(folder, "u3net.onnx")]) {
    await expect(openTestServer({ env: { BACKGROUND_MODEL: wrong } })).rejects.toThrow(
      `The setting BACKGROUND_MODEL names ${wrong}, which is no file that can be read.`,
    );
  }
});

test("Pages' hosts have no model", async () => {
  const { file } = await modelFile();
  const { app } = await openTestServer({
    env: { BACKGROUND_MODEL: file, PUBLIC_URL: "https://shelv.example", PAGE_HOST: "pages.example" },
  });
  const statusAt = async (host: string) =>
    (await app.request(`https://${host}${PATH}`, { headers: { Host: host } })).status;
  expect([
    await statusAt("shelv.example"),
    await statusAt("ada.pages.example"),
    await statusAt("elsewhere.example"),
  ]).toEqual([200, 404, 421]);
});
