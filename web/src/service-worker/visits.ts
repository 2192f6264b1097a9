import type { KeptVisits } from "./kept-visits.ts";

export const VISITS_TAG = "shelv-visits";

let known: KeptVisits | undefined;

/** Not before there is one to keep or to send: every page that is opened waits for the worker to begin. */
export async function visits(): Promise<KeptVisits> {
  const { KeptVisits } = await import("./kept-visits.ts");
  return (known ??= new KeptVisits());
}
