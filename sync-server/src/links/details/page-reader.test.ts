import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Refusal } from "@shelv/contract/refusal";
import { PageReader } from "./page-reader.ts";

const MEGABYTE = 1024 * 1024;

const crafted: [string, string][] = [
  ["open tags", "<div>".repeat((2 * MEGABYTE) / 5)],
  ["nested items", "<p itemscope itemprop=x>".repeat((2 * MEGABYTE) / 24)],
  ["attributes", `<p ${"a=b ".repeat(MEGABYTE / 2)}>`],
  ["entities", "&amp;".repeat((2 * MEGABYTE) / 5)],
  ["a title without end", `<title>${"a".repeat(2 * MEGABYTE)}`],
  ["spaces in a title", `<title>${" ".repeat(2 * MEGABYTE)}x</title>`],
  [
    "separators in a title",
    `<title>${" - ".repeat(600_000)}</title><meta property="og:site_name" content="x">`,
  ],
  ["tags in a description", `<meta name="description" content="${"&lt;p".repeat(300_000)}">`],
  ["JSON in depth", `<script type="application/ld+json">${"[".repeat(900_000)}</script>`],
  [
    "JSON in width",
    `<script type="application/ld+json">[${'{"@type":"Product","name":"a"},'.repeat(30_000)}{}]</script>`,
  ],
  [
    "references in a ring",
    `<script type="application/ld+json">{"@graph":[${'{"@type":"Product","@id":"a","offers":{"@id":"a"}},'.repeat(10_000)}{}]}</script>`,
  ],
  ["links", '<link rel="icon" href="/a">'.repeat(70_000)],
  ["quotes in JSON", `<script type="application/ld+json">{"a":"${'x "y" '.repeat(300_000)}"}</script>`],
  ["broken JSON", `<script type="application/ld+json">{"a":"x "y" z"}}</script>`.repeat(30_000)],
  ["braces in JSON", `<script type="application/ld+json">{${"}   ".repeat(300_000)}</script>`],
  ["a head without end", "<meta charset=x>".repeat((2 * MEGABYTE) / 16)],
  [
    "closing tags in JSON",
    `<script type="application/ld+json">{"a":"${"</a".repeat(500_000)}</a>"}</script>`,
  ],
  ["words in a refresh", `<meta http-equiv="refresh" content="0${" ;".repeat(1_000_000)}">`],
  ["scripts", "<script>location </script>".repeat(70_000)],
  ["commas before brackets", `<script type="application/ld+json">${",  ".repeat(300_000)}</script>`],
];

const WITHIN_MS = 500;
const GRACE_MS = 1500;

test("A page of open tags is read up to a depth", async () => {
  const reader = new PageReader((error) => {
    throw error;
  });
  onTestFinished(() => reader.close());
  const folder = await mkdtemp(join(tmpdir(), "shelv-pages-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "page");
  await writeFile(file, `<title>Deep</title>${"<div>".repeat((2 * MEGABYTE) / 5)}`);
  const page = { file, contentType: "text/html", refresh: "", address: "https://example.com/a" };
  const { reading } = await reader.read(page, "ada");
  expect(reading?.details.title).toBe("Deep");
});

test.each(crafted)("The reader reads 2 MB of %s, or stops in time", async (_, html) => {
  const bugs: unknown[] = [];
  const reader = new PageReader((error) => void bugs.push(error), { timeoutMs: WITHIN_MS });
  onTestFinished(() => reader.close());
  const folder = await mkdtemp(join(tmpdir(), "shelv-pages-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "page");
  const page = { file, contentType: "text/html", refresh: "", address: "https://example.com/a" };
  await writeFile(file, "");
  await reader.read(page, "ada").catch(() => {});
  await writeFile(file, html);
  const began = performance.now();
  const outcome = await reader.read(page, "ada").then(
    () => "read",
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  );
  expect(["read", "link-too-large"]).toContain(outcome);
  expect(performance.now() - began).toBeLessThan(WITHIN_MS + GRACE_MS);
  expect(bugs).toEqual([]);
});
