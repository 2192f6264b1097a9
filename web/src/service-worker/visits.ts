import type { VisitQueue } from "./visit-queue.ts";

export const VISITS_TAG = "shelv-visits";

let known: VisitQueue | undefined;

/** Loaded with the first visit: every page waits for the worker to start. */
export async function visits(): Promise<VisitQueue> {
  const { VisitQueue } = await import("./visit-queue.ts");
  return (known ??= new VisitQueue());
}
