import { useState } from "react";
import * as v from "valibot";
import { deviceSession, type TabSession } from "#accounts/tab-session";

const typedName = v.object({ username: v.string(), displayName: v.string() });
export type TypedName = v.InferOutput<typeof typedName>;

const KEY = "shelv-typed-name";
const STORED_FOR_MS = 24 * 60 * 60_000;

export function useTypedName(claimed: string | undefined, isSignedIn: boolean) {
  const first = { username: claimed ?? "", displayName: "" };
  const [stored] = useState(() =>
    isSignedIn || claimed === undefined ? readTypedName(deviceSession, Date.now()) : null,
  );
  const [typed, setTyped] = useState<TypedName>(stored ?? first);
  const keep = (next: TypedName) => {
    setTyped(next);
    storeTypedName(deviceSession, next, Date.now());
  };
  const forget = () => {
    setTyped(first);
    deviceSession.removeItem(KEY);
  };
  const leave = () => deviceSession.removeItem(KEY);
  return { typed, isStored: stored !== null, keep, leave, forget };
}

export const storeTypedName = (storage: TabSession, typed: TypedName, at: number): void =>
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
