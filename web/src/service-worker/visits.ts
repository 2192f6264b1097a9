import type { VisitQueue } from "./visit-queue.ts";

export const VISITS_TAG = "shelv-visits";

let known: VisitQueue | undefined;

/** Loaded only when there is a visit to store or send: every page waits for the worker to start. */
export async function visits(): Promise<VisitQueue> {
  const { VisitQueue } = await import("./visit-queue.ts");
  return (known ??= new VisitQueue());
}
