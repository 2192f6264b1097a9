import { useEffect, useState } from "react";
import * as v from "valibot";
import { tabSession } from "#local-store/tab-session";

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
  const [typed, setTyped] = useState<TypedName>(() => (isSignedIn ? readTyped() : null) ?? first);
  const [isBeginning] = useState(!isSignedIn);
  useEffect(() => {
    if (isBeginning) forgetTyped();
  }, [isBeginning]);
  const keep = (next: TypedName) => {
    setTyped(next);
    tabSession.setItem(KEY, JSON.stringify(next));
  };
  const forget = () => {
    setTyped(first);
    forgetTyped();
  };
  return { typed, keep, forget };
}

const forgetTyped = () => tabSession.removeItem(KEY);

function readTyped(): TypedName | null {
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), typedName), tabSession.getItem(KEY));
  return kept.success ? kept.output : null;
}
