/** No account and no stranger can hurt the others: every attack is made on the built server with a small heap, while a visitor looks on. */
import { expect, onTestFinished, test } from "vitest";
import { buildIfStale } from "./build-if-stale.ts";
import { memoryMb } from "./memory.ts";
import { AttackedServer } from "./attacked-server.ts";
import { ATTACKS } from "./attacks.ts";

const GROWTH_MAX_MB = 150;

test("the server answers everybody else during every attack, stays within its memory and starts again", async () => {
  await buildIfStale();
  const server = await AttackedServer.start();
  onTestFinished(() => server.stop());
  const visitor = await server.account("visitor");
  await visitor.furnish({ itemsOnEach: 12 });
  const visit = async () => (await fetch(`${server.origin}/visitor`)).status;
  expect(await visit()).toBe(200);
  const before = await memoryMb(server.pid);
  const failures: string[] = [];
  const failed = (id: string) => (error: unknown) =>
    void failures.push(`${id}: ${error instanceof Error ? error.message : String(error)}`);
  for (const { id, prepare } of ATTACKS) {
    const attack = await prepare(server);
    const attacked = new AbortController();
    const visits = visitUntil(attacked.signal, visit).catch(failed(`${id}, the visitor`));
    await attack().catch(failed(id));
    attacked.abort();
    await visits;
  }
  expect(failures).toEqual([]);
  expect((await memoryMb(server.pid)) - before).toBeLessThan(GROWTH_MAX_MB);
  await server.restart();
  expect(await visit()).toBe(200);
}, 600_000);

/** A visitor who comes again and again, and throws where the page is not there. */
async function visitUntil(over: AbortSignal, visit: () => Promise<number>): Promise<void> {
  while (!over.aborted) {
    const status = await visit();
    if (status !== 200) throw new Error(`The page answers ${status}`);
  }
}
