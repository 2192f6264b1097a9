import { useState } from "react";
import * as v from "valibot";
import { deviceSession, type TabSession } from "#local-store/tab-session";

const typedName = v.object({ username: v.string(), displayName: v.string() });
/** As typed, which may be no name yet. */
export type TypedName = v.InferOutput<typeof typedName>;

const KEY = "shelv-typed-name";
const STORED_FOR_MS = 24 * 60 * 60_000;

/**
 * What stands at the username step, stored on the device: whoever comes back to it goes on where the app was closed. Who begins with a name
 * claimed on the landing page begins with that, whatever was typed on this device before.
 */
export function useTypedName(claimed: string | undefined, isSignedIn: boolean) {
  const first = { username: claimed ?? "", displayName: "" };
  const [stored] = useState(() =>
    isSignedIn || claimed === undefined ? readTypedName(deviceSession, Date.now()) : null,
  );
  const [typed, setTyped] = useState<TypedName>(stored ?? first);
  const keep = (next: TypedName) => {
    setTyped(next);
    keepTypedName(deviceSession, next, Date.now());
  };
  const forget = () => {
    setTyped(first);
    deviceSession.removeItem(KEY);
  };
  /** Nobody is at its step any more; what was typed stays for who goes forward to it again. */
  const leave = () => deviceSession.removeItem(KEY);
  return { typed, isStored: stored !== null, keep, leave, forget };
}

export const keepTypedName = (storage: TabSession, typed: TypedName, at: number): void =>
  storage.setItem(KEY, JSON.stringify({ ...typed, at }));

export function readTypedName(storage: TabSession, now: number): TypedName | null {
  const stored = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.object({ ...typedName.entries, at: v.number() })),
    storage.getItem(KEY),
  );
  if (!stored.success || Math.abs(now - stored.output.at) >= STORED_FOR_MS) return null;
  const { username, displayName } = stored.output;
  return { username, displayName };
}
