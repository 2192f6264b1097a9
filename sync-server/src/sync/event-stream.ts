import { POKE_EVENT } from "@shelv/contract/routes/sync";
import type { Hub } from "./hub.ts";

const KEEP_ALIVE_MS = 25_000;
/** A device that does not read has been told enough. */
const MAX_WAITING = 8;

type StreamOptions = { userId: string; tokenHash: string; clientId?: string | null; isOver: () => Promise<boolean>; keepAliveMs?: number };

/**
 * Server-sent events that say "something changed, ask". The comment now and then keeps proxies from closing the stream,
 * and is the moment to notice that its session is over.
 */
export function eventStream(hub: Hub, { userId, tokenHash, clientId = null, isOver, keepAliveMs = KEEP_ALIVE_MS }: StreamOptions): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const say = (text: string) => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(text));
        };
        const close = () => {
          stop();
          controller.close();
        };
        const leave = hub.add({ userId, tokenHash, clientId, poke: () => say(`event: ${POKE_EVENT}\ndata: changed\n\n`), close });
        const keepAlive = setInterval(() => {
          say(":\n\n");
          void isOver().then((over) => over && hub.closeSession(tokenHash), close);
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
