import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openQueue, SHARED_QUEUES, type SharedQueue } from "./shared-queues.ts";

const NAMES = Object.keys(SHARED_QUEUES) as SharedQueue[];
const SOURCE = fileURLToPath(new URL("..", import.meta.url));

async function sources(): Promise<Map<string, string>> {
  const names = await readdir(SOURCE, { recursive: true });
  const code = names
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  return new Map(
    await Promise.all(code.map(async (name) => [name, await readFile(SOURCE + name, "utf8")] as const)),
  );
}

test("Each queue is opened from the table in one place, and no other fair queue exists", async () => {
  const all = [...(await sources())];
  const opened = all.flatMap(([, text]) =>
    [...text.matchAll(/openQueue\("(\w+)"\)/g)].map(([, queue = ""]) => queue),
  );
  const made = all.filter(([, text]) => text.includes("new FairQueue(")).map(([name]) => name);
  expect(made).toEqual(["jobs/shared-queues.ts"]);
  expect(opened.toSorted()).toEqual(NAMES.toSorted());
});

test.each(NAMES)(
  "A payer who floods the queue of %s is refused, and another's job comes next",
  async (name) => {
    const { most, ofPayer } = SHARED_QUEUES[name];
    expect(ofPayer.atOnce + ofPayer.waiting).toBeLessThan(most);
    const queue = openQueue(name);
    const gate = Promise.withResolvers<void>();
    const ran: string[] = [];
    const add = (payer: string) =>
      queue.run(
        async () => {
          ran.push(payer);
          await gate.promise;
        },
        { payer, key: "host" },
      );
    const flood = Array.from({ length: ofPayer.atOnce + ofPayer.waiting + 5 }, () => add("flooder"));
    const other = add("other");
    gate.resolve();
    const ended = await Promise.allSettled([...flood, other]);
    expect(ran.slice(0, 2)).toEqual(["flooder", "other"]);
    expect(ended.at(-1)?.status).toBe("fulfilled");
    expect(ended.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(5);
  },
);
