import { isOurs } from "@shelv/contract/answer-origin";
import { TRACK_PATH } from "@shelv/contract/paths";
import type { VisitQueue } from "./visit-queue.ts";

export const VISITS_TAG = "shelv-visits";

/** A visit that reaches the server takes stored ones along. */
export async function sendOrStore(
  event: FetchEvent,
  registration: ServiceWorkerRegistration,
): Promise<Response> {
  const at = Date.now();
  const body = await event.request.clone().text();
  const answer = await fetch(event.request).catch(() => null);
  if (answer && isOurs(answer)) {
    event.waitUntil(sendVisits(at).catch(() => undefined));
    return answer;
  }
  await (await visits()).keep(body, at);
  const { sync } = registration as { sync?: { register(tag: string): Promise<void> } };
  await sync?.register(VISITS_TAG).catch(() => undefined);
  return new Response(null, { status: 202 });
}

export const sendVisits = async (now: number) => (await visits()).send(postVisits, now);

const postVisits = (body: string): Promise<Response> =>
  fetch(TRACK_PATH, { method: "POST", body, headers: { "Content-Type": "text/plain" } });

let known: VisitQueue | undefined;

/** Loaded with the first visit: every page waits for the worker to start. */
async function visits(): Promise<VisitQueue> {
  const { VisitQueue } = await import("./visit-queue.ts");
  return (known ??= new VisitQueue());
}
