import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestServer, type TestServer } from "#testing/open-test-server";

const EMAIL = "ada@example.org";

async function filesHolding({ folder }: TestServer, texts: string[]): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith("shelv.db"));
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return names.filter((_, at) => texts.some((text) => contents[at]?.includes(text)));
}

test("The database's files contain nothing of a deleted account, even when opened by hand", async () => {
  const server = await openTestServer();
  const browser = await server.signedIn(EMAIL, "ada");
  await browser.post("/api/shelves", { name: "Reading" });
  const [shelf] = (await (await browser.get("/api/shelves")).json()) as [{ id: string }];
  const description = "What ada reads. ".repeat(60);
  for (let item = 0; item < 30; item += 1) {
    await browser.form("POST", `/api/shelves/${shelf.id}/items`, {
      title: "A book",
      url: "https://example.org/",
      description,
    });
  }
  const texts = [EMAIL, "What ada reads"];
  expect(await filesHolding(server, texts)).not.toEqual([]);
  await browser.post("/api/user/deletion-code");
  const deleted = await browser.send("DELETE", "/api/user", {
    body: JSON.stringify({ code: await server.codeFor(EMAIL) }),
    headers: { "Content-Type": "application/json" },
  });
  expect(deleted.status).toBe(204);
  expect(await filesHolding(server, texts)).toEqual([]);
});
