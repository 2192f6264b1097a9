import { onTestFinished } from "vitest";
import { startMailServer } from "./start-mail-server.ts";

export async function mailServer(...of: Parameters<typeof startMailServer>) {
  const { stop, ...server } = await startMailServer(...of);
  onTestFinished(stop);
  return server;
}
