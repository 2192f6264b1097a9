import { expect, onTestFinished, test, vi } from "vitest";
import { openTestServer } from "#testing/open-test-server";
import { LinkWorker } from "./link-worker.ts";

test("After a look that failed, the worker looks again half a minute later", async () => {
  const { services } = await openTestServer({ env: { OUTBOUND: "on" } });
  const gone = new Error("The database does not answer");
  const db = {
    ...services.db,
    get writer(): never {
      throw gone;
    },
  };
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const errors: unknown[] = [];
  const worker = new LinkWorker({ ...services, db, reportBug: (error) => errors.push(error) });
  worker.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(errors).toEqual([gone]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(errors).toEqual([gone, gone]);
  await worker.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(errors).toHaveLength(2);
});
