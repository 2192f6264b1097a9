import { POKE_EVENT } from "@shelv/contract/routes/sync";
import type { Hub } from "./hub.ts";

const KEEP_ALIVE_MS = 25_000;
/** Unread messages of one device; more are dropped. */
const MAX_UNREAD = 8;

type StreamOptions = {
  userId: string;
  tokenHash: string;
  clientId?: string | null;
  /** Changed rows in a poke. */
  takesNews?: boolean;
  isOver: () => Promise<boolean>;
  keepAliveMs?: number;
};

/**
 * Server-sent events, with the changed rows if they are few. A regular comment prevents proxies from closing
 * the stream; each time the server checks whether the session has ended.
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
        const send = (text: string) => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(text));
        };
        // The last free place is for a poke without rows: the device pulls, which includes everything
        // dropped.
        const poke = (news: string | null) =>
          send(
            `event: ${POKE_EVENT}\ndata: ${takesNews && news !== null && (controller.desiredSize ?? 0) > 1 ? news : "changed"}\n\n`,
          );
        const close = (retryAfterMs?: number) => {
          stop();
          // Even to a full queue.
          if (retryAfterMs !== undefined) controller.enqueue(encoder.encode(`retry: ${retryAfterMs}\n\n`));
          controller.close();
        };
        const leave = hub.add({ userId, tokenHash, clientId, poke, close });
        const keepAlive = setInterval(() => {
          send(":\n\n");
          void isOver().then(
            (over) => over && hub.closeSession(tokenHash),
            () => close(),
          );
        }, keepAliveMs).unref();
        stop = () => {
          clearInterval(keepAlive);
          leave();
        };
        send("retry: 5000\n\n");
      },
      cancel: () => stop(),
    },
    new CountQueuingStrategy({ highWaterMark: MAX_UNREAD }),
  );
  return new Response(stream, {
    headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no" },
  });
}
