import { useEffect, useState } from "react";
import * as v from "valibot";
import { withSession } from "./with-session";

const typedName = v.object({ username: v.string(), displayName: v.string() });
/** As typed, which may be no name yet. */
export type TypedName = v.InferOutput<typeof typedName>;

const KEY = "shelv-typed-name";

/**
 * What stands at the username step, kept in the browser's session for a reload of that step. Whoever begins to sign in begins with the name
 * that they claimed, whatever somebody else has typed in this tab before.
 */
export function useTypedName(claimed: string | undefined, isSignedIn: boolean) {
  const first = { username: claimed ?? "", displayName: "" };
  const [typed, setTyped] = useState<TypedName>(() => (isSignedIn ? withSession(readTyped) : null) ?? first);
  const [isBeginning] = useState(!isSignedIn);
  useEffect(() => {
    if (isBeginning) withSession(forgetTyped);
  }, [isBeginning]);
  const keep = (next: TypedName) => {
    setTyped(next);
    withSession((session) => session.setItem(KEY, JSON.stringify(next)));
  };
  const forget = () => {
    setTyped(first);
    withSession(forgetTyped);
  };
  return { typed, keep, forget };
}

const forgetTyped = (session: Storage) => session.removeItem(KEY);

function readTyped(session: Storage): TypedName | null {
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), typedName), session.getItem(KEY));
  return kept.success ? kept.output : null;
}
