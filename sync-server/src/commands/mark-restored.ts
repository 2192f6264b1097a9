import { announce } from "#bus/postgres-bus";
import { rotateEpochs } from "#shelves/sync-state/epochs";
import { type DatabasePlace, withDatabase } from "./with-database.ts";

/**
 * After the database was restored, or a fail-over lost its last commits; beside running servers on
 * PostgreSQL. Returns the message to print.
 */
export async function markRestored(place: DatabasePlace): Promise<string> {
  await withDatabase(place, async ({ writer }) => {
    await rotateEpochs(writer);
    await announce(writer, [{ kind: "restored" }]);
  });
  return "Every account has a new epoch: at their next sync, devices send again what the database has lost.";
}
