import { v7 as uuid } from "uuid";
import { PHONE } from "#testing/visitor";
import type { Owner, World } from "./world.ts";

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
