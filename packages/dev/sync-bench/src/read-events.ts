import { get } from "node:http";

type ServerEvent = { name: string; data: string };

/** Server-sent events with as little overhead as in a browser. Returns how to stop. */
export function readEvents(
  url: string | URL,
  headers: Record<string, string>,
  {
    onOpen,
    onEvent,
    onEnd,
  }: { onOpen: () => void; onEvent: (event: ServerEvent) => void; onEnd: () => void },
): () => void {
  const request = get(url, { headers: { ...headers, Accept: "text/event-stream" }, agent: false });
  request.on("error", onEnd);
  request.on("response", (response) => {
    if (response.statusCode !== 200) {
      request.destroy(new Error(`${String(url)} answered ${response.statusCode}`));
      return;
    }
    let unread = "";
    response
      .setEncoding("utf8")
      .on("end", onEnd)
      .on("data", (text: string) => {
        const blocks = (unread + text).split("\n\n");
        unread = blocks.pop() ?? "";
        for (const block of blocks) {
          const event = { name: fieldOf(block, "event") ?? "message", data: fieldOf(block, "data") };
          if (event.data !== undefined) onEvent({ name: event.name, data: event.data });
        }
      });
    onOpen();
  });
  return () => request.destroy();
}

function fieldOf(block: string, field: string): string | undefined {
  return block
    .split("\n")
    .find((line) => line.startsWith(`${field}: `))
    ?.slice(field.length + 2);
}
