import { POKE_EVENT } from "@shelv/contract/routes/sync";
import type { Hub } from "./hub.ts";

const KEEP_ALIVE_MS = 25_000;
/** A device that does not read has been told enough. */
const MAX_WAITING = 8;

type StreamOptions = {
  userId: string;
  tokenHash: string;
  clientId?: string | null;
  /** Whether the listener wants to be told what changed. */
  takesNews?: boolean;
  isOver: () => Promise<boolean>;
  keepAliveMs?: number;
};

/**
 * Server-sent events that say that something changed, and what, where that is little. The comment now and then keeps proxies
 * from closing the stream, and is the moment to notice that its session is over.
 */
export function eventStream(
  hub: Hub,
  {
    userId,
    tokenHash,
    clientId = null,
    takesNews = false,
    isOver,
    keepAliveMs = KEEP_ALIVE_MS,
  }: StreamOptions,
): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const say = (text: string) => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(text));
        };
        // The last place in line is for an "ask": whoever reads it hears by its answer of everything that found no place.
        const poke = (news: string | null) =>
          say(
            `event: ${POKE_EVENT}\ndata: ${takesNews && news !== null && (controller.desiredSize ?? 0) > 1 ? news : "changed"}\n\n`,
          );
        const close = (retryAfterMs?: number) => {
          stop();
          // Whoever does not read finds it at the end of the line.
          if (retryAfterMs !== undefined) controller.enqueue(encoder.encode(`retry: ${retryAfterMs}\n\n`));
          controller.close();
        };
        const leave = hub.add({ userId, tokenHash, clientId, poke, close });
        const keepAlive = setInterval(() => {
          say(":\n\n");
          void isOver().then(
            (over) => over && hub.closeSession(tokenHash),
            () => close(),
          );
        }, keepAliveMs).unref();
        stop = () => {
          clearInterval(keepAlive);
          leave();
        };
        say("retry: 5000\n\n");
      },
      cancel: () => stop(),
    },
    new CountQueuingStrategy({ highWaterMark: MAX_WAITING }),
  );
  return new Response(stream, {
    headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no" },
  });
}
