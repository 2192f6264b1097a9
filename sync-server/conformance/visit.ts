import { v7 as uuid } from "uuid";
import type { Owner, World } from "./world.ts";

const PHONE =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";

/** A new visitor clicks something. */
export async function visit(
  world: World,
  { username }: Pick<Owner, "username">,
  itemId: string = uuid(),
): Promise<Response> {
  const events = [
    { username, eventType: "view" },
    { username, eventType: "click", itemId },
  ];
  return world.server.browser().post("/api/analytics/track", { events }, { "User-Agent": PHONE });
}
