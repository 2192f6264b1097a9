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

/** Who pays, wherever that is decided. */
const PAYERS = [
  "accounts/transfer/export-reader.ts userId",
  "http/bind-route.ts caller.userId",
  "links/details/link-picture.ts userId",
  "links/details/link-picture.ts userId",
  "links/details/read-link.ts userId",
  "links/jobs/check-links.ts due.user_id",
  "links/jobs/check-links.ts one.user_id",
  "outbound/outbound.ts wanted.payer",
  "page/content/large-pages.ts usernameKey",
  "page/custom-css/cleaned-css.ts userId",
  "pictures/store-picture.ts userId",
  "pictures/sweep-pictures.ts SERVER",
  "pictures/sweep-pictures.ts SERVER",
  "routes/media-routes.ts block",
  "routes/media-routes.ts block",
  "routes/shelves/capture-routes.ts userId",
];

test("Jobs are paid for by the account, the page or the network that wants them", async () => {
  const named = [...(await sources())].flatMap(([name, text]) =>
    [...text.matchAll(/\bpayer: (?!string\b)([\w.]+)/g)].map(([, payer = ""]) => `${name} ${payer}`),
  );
  expect(named.toSorted()).toEqual(PAYERS);
});

/** Queues without a payer, and why each needs none. */
const WITHOUT_PAYER = {
  "analytics/tracker.ts": "events, each within its network's limits; one commit takes a thousand",
  "database/postgres/postgres-leases.ts": "the process's own leases",
  "http/json/ready-json.ts": "compression: beyond 16 an answer is sent as it is",
  "jobs/work-quotas.ts": "a line for each account",
};

test("No other queue is without a payer", async () => {
  const made = [...(await sources())].filter(([, text]) => /\bpLimit\(|new GroupCommit\(/.test(text));
  expect(made.map(([name]) => name).toSorted()).toEqual(Object.keys(WITHOUT_PAYER));
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
