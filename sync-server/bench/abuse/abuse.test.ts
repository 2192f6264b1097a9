/**
 * No account and no visitor can harm others: each attack runs against the built server with a small heap,
 * while a visitor keeps requesting pages.
 */
import { expect, onTestFinished, test } from "vitest";
import { buildIfStale } from "sync-server/bench/build-if-stale";
import { memoryMb } from "sync-server/bench/memory";
import { AttackedServer } from "./attacked-server.ts";
import { ATTACKS } from "./attacks.ts";

const GROWTH_MAX_MB = 150;

test("During every attack the server answers all others, stays within its memory and restarts", async () => {
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

async function visitUntil(over: AbortSignal, visit: () => Promise<number>): Promise<void> {
  while (!over.aborted) {
    const status = await visit();
    if (status !== 200) throw new Error(`The page answers ${status}`);
  }
}
