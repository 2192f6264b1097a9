import { authRoutes } from "@shelv/contract/routes/auth";
import { USERNAME_MIN_LENGTH } from "@shelv/contract/username";
import { useEffect, useState } from "react";
import { call } from "./call";

/** What is known of a username while it is typed. `unknown`: nobody could be asked. */
export type Availability = "unasked" | "checking" | "available" | "taken" | "unknown";

const DEBOUNCE_MS = 500;

/** Asks once typing has paused, and only for names long enough to be one. */
export function useAvailability(typed: string): Availability {
  const name = typed.trim();
  const [answer, setAnswer] = useState<{ name: string; availability: Availability } | null>(null);
  useEffect(() => {
    if (name.length < USERNAME_MIN_LENGTH) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void ask(name, abort.signal).then((availability) => {
        if (!abort.signal.aborted) setAnswer({ name, availability });
      });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [name]);
  if (name.length < USERNAME_MIN_LENGTH) return "unasked";
  return answer?.name === name ? answer.availability : "checking";
}

async function ask(username: string, signal: AbortSignal): Promise<Availability> {
  try {
    const { available } = await call(authRoutes.checkUsername, { params: { username }, signal });
    return available ? "available" : "taken";
  } catch {
    return "unknown";
  }
}
