import type { Database } from "#database/open-database";
import { SettingsError } from "#platform/settings-error";
import { announceChange, type DatabasePlace, withDatabase } from "./with-database.ts";

const REASON_MAX_LENGTH = 300;

export async function suspendPage(place: DatabasePlace, username: string, reason = ""): Promise<string> {
  const written = reason.trim();
  if (written === "")
    throw new SettingsError('Say why, since the owner reads it: suspend USERNAME --reason "…".');
  if (written.length > REASON_MAX_LENGTH)
    throw new SettingsError(`The reason can have ${REASON_MAX_LENGTH} characters.`);
  const { name, seen } = await withDatabase(place, (db) => writeSuspension(db, username, written));
  return `The page of ${name} is suspended. Visitors see that ${seen}, the owner reads the reason at the next sync.`;
}

export async function restorePage(place: DatabasePlace, username: string): Promise<string> {
  const { name, seen } = await withDatabase(place, (db) => writeSuspension(db, username, null));
  return `The page of ${name} is shown again. Visitors see that ${seen}.`;
}

async function writeSuspension(
  { writer }: Database,
  username: string,
  suspended_for: string | null,
): Promise<{ name: string; seen: string }> {
  const user = await writer
    .updateTable("user")
    .set({ suspended_for })
    .where("username_key", "=", username.toLowerCase())
    .returning(["id", "username"])
    .executeTakeFirst();
  if (!user) throw new SettingsError(`Nobody has the username ${username}.`);
  return { name: user.username ?? username, seen: await announceChange(writer, user.id) };
}
