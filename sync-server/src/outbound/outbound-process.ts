import { setPriority } from "node:os";
import { type Hop, runHop } from "./hop.ts";
import { refusalOf } from "./hop-errors.ts";
import type { FromProcess, ToProcess } from "./hop-process.ts";

const running = new Map<number, AbortController>();

// Requests have priority.
setPriority(5);
process.on("disconnect", () => process.exit());
process.on("message", (message: ToProcess) => {
  if ("hop" in message) void run(message.id, message.hop);
  else running.get(message.abort)?.abort();
});

async function run(id: number, hop: Hop): Promise<void> {
  const aborting = new AbortController();
  running.set(id, aborting);
  const message = await runHop(hop, aborting.signal).then(
    (answer): FromProcess => ({ id, answer }),
    (error: unknown): FromProcess => ({ id, refused: refusalOf(error, aborting.signal).code }),
  );
  running.delete(id);
  process.send?.(message);
}
