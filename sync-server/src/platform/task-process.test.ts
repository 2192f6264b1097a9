import { expect, onTestFinished, test, vi } from "vitest";
import { TaskKilled, TaskProcess } from "./task-process.ts";
import type { OddTask } from "./fixtures/odd-process.ts";

vi.setConfig({ testTimeout: 60_000 });

function open({ timeoutMs = 30_000, idleMs = 30_000 } = {}) {
  const child = new TaskProcess<OddTask, number>(import.meta.url, "fixtures/odd-process", {
    timeoutMs,
    idleMs,
    heapMb: 32,
  });
  onTestFinished(() => child.close());
  return child;
}

test("A process answers one task after the other, also after a refusal, and ends when idle", async () => {
  const child = open({ idleMs: 200 });
  const pid = await child.run("answers");
  await expect(child.run("refuses")).rejects.toMatchObject({ code: "not-found" });
  expect(await child.run("answers")).toBe(pid);
  expect(pid).not.toBe(process.pid);
  await expect.poll(() => child.pid).toBeNull();
});

test("A task that hangs or takes all memory ends only its process, and the next one is answered", async () => {
  const impatient = open({ timeoutMs: 300 });
  await expect(impatient.run("hangs")).rejects.toMatchObject({ tookTooLong: true });
  const child = open();
  await expect(child.run("takes all memory")).rejects.toThrow(TaskKilled);
  expect(await child.run("answers")).toBeGreaterThan(0);
});

test("A bug is not the task's fault: its stack is reported, and another process answers the next one", async () => {
  const child = open();
  const pid = await child.run("answers");
  const bug: unknown = await child.run("throws").catch((error: unknown) => error);
  expect(bug).not.toBeInstanceOf(TaskKilled);
  expect((bug as Error).message).toMatch(/Error: a bug\s+at .*odd-process/);
  await expect(child.run("exits")).rejects.toThrow("without an answer");
  expect(await child.run("answers")).not.toBe(pid);
});
