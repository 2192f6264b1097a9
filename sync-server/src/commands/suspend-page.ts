import type { Database } from "#database/open-database";
import { SettingsError } from "#settings";
import { type Place, withDatabase } from "./with-database.ts";

const REASON_MAX_LENGTH = 300;

/** The owner reads the reason in the editor. Returns the message to print. */
export async function suspendPage(place: Place, username: string, reason = ""): Promise<string> {
  const written = reason.trim();
  if (written === "")
    throw new SettingsError('Say why, since the owner reads it: suspend USERNAME --reason "…".');
  if (written.length > REASON_MAX_LENGTH)
    throw new SettingsError(`The reason can have ${REASON_MAX_LENGTH} characters.`);
  const name = await withDatabase(place, (db) => writeSuspension(db, username, written));
  return `The page of ${name} is suspended. Visitors see that within a minute, the owner reads the reason at the next sync.`;
}

/** Returns the message to print. */
export async function restorePage(place: Place, username: string): Promise<string> {
  const name = await withDatabase(place, (db) => writeSuspension(db, username, null));
  return `The page of ${name} is shown again. Visitors see that within a minute.`;
}

async function writeSuspension(
  { writer }: Database,
  username: string,
  suspended_for: string | null,
): Promise<string> {
  const user = await writer
    .updateTable("user")
    .set({ suspended_for })
    .where("username_key", "=", username.toLowerCase())
    .returning("username")
    .executeTakeFirst();
  if (!user) throw new SettingsError(`Nobody has the username ${username}.`);
  return user.username ?? username;
}
