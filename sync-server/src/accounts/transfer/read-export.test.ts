import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { EXPORT_FILE_MAX_BYTES } from "@shelv/contract/limits/account-limits";
import { EXPORT_FILE } from "@shelv/contract/export";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestServer } from "#testing/open-test-server";
import { zipped, zipOfOne } from "#testing/zip";
import { ExportReader } from "./export-reader.ts";

vi.setConfig({ testTimeout: 60_000 });

async function taskOf(bytes: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), "shelv-export-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "export.zip");
  await writeFile(path, bytes);
  return { folder, task: { path, changesPath: join(folder, "changes") } };
}

const json = (text: string) => zipped({ [EXPORT_FILE]: text });
const packed = (parts: [text: string, times: number][]) => {
  const whole = Buffer.concat(parts.map(([text, times]) => Buffer.alloc(text.length * times, text)));
  return zipOfOne(EXPORT_FILE, { data: deflateRawSync(whole), unfoldedBytes: whole.length });
};
const MILLION = 1_000_000;

test.each<[what: string, bytes: () => Uint8Array | Promise<Uint8Array>, code: string]>([
  [
    "33 million lists within each other",
    () =>
      packed([
        ["[", 33 * MILLION],
        ["]", 33 * MILLION],
      ]),
    "export-too-large",
  ],
  [
    "15 million empty lists",
    () =>
      packed([
        ['{"shelves":[', 1],
        ["[],", 15 * MILLION],
        ["[]]}", 1],
      ]),
    "export-too-large",
  ],
  ["a byte more than fits", () => packed([[" ", EXPORT_FILE_MAX_BYTES + 1]]), "export-too-large"],
  [
    "8 million lists within each other",
    () =>
      packed([
        ["[", 8 * MILLION],
        ["]", 8 * MILLION],
      ]),
    "invalid",
  ],
  ["11 lists within each other", () => json("[".repeat(11) + "]".repeat(11)), "invalid"],
  [
    "5 million empty lists",
    () =>
      packed([
        ["[", 1],
        ["[],", 5 * MILLION],
        ["[]]", 1],
      ]),
    "invalid",
  ],
  [
    "8 million numbers",
    () =>
      packed([
        ["[", 1],
        ["0,", 7.9 * MILLION],
        ["0]", 1],
      ]),
    "invalid",
  ],
  [
    "10 lists within each other, which are not an account",
    () => json("[".repeat(10) + "]".repeat(10)),
    "invalid",
  ],
  [
    "a text of 15 MB that is not an account",
    () =>
      packed([
        ['"', 1],
        ["x", 15 * MILLION],
        ['"', 1],
      ]),
    "invalid",
  ],
  ["a text that is not JSON", () => json("{"), "export-unreadable"],
])("%s is rejected, and leaves nothing", async (_, make, code) => {
  const { folder, task } = await taskOf(await make());
  await expect(new ExportReader().read(task, "ada")).rejects.toMatchObject({ name: "Refusal", code });
  expect(await readdir(folder)).toEqual(["export.zip"]);
});

test("A file that decompresses to gigabytes costs this process almost no memory, and is answered 400", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const bytes = packed([
    ["[", 33 * MILLION],
    ["]", 33 * MILLION],
  ]);
  const before = process.memoryUsage.rss();
  const refused = await ada.send("POST", "/api/user/import", { body: bytes });
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: "export-too-large" }]);
  expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
});

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

const readerPid = () =>
  globSync("/proc/[0-9]*/stat")
    .map((file) => textOf(file).split(" "))
    .flatMap(([pid, , , parent]) => (Number(parent) === process.pid ? [Number(pid)] : []))
    .find((pid) => textOf(`/proc/${pid}/cmdline`).includes("read-export-process"));

test.runIf(process.platform === "linux")("A file that ends its reader ends nothing else", async () => {
  const { folder, task } = await taskOf(new Uint8Array(await json("{")));
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const reader = new ExportReader();
  const reading = reader.read({ ...task, path: pipe }, "ada");
  reading.catch(() => {});
  let pid: number | undefined;
  await expect.poll(() => (pid = readerPid())).toBeDefined();
  process.kill(pid as unknown as number, "SIGSEGV");
  await expect(reading).rejects.toMatchObject({ code: "export-too-large" });
  await expect(reader.read(task, "ada")).rejects.toMatchObject({ code: "export-unreadable" });
});
