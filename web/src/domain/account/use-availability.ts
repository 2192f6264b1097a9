import { checkUsernameRoute } from "@shelv/contract/routes/check-username";
import { username as usernameSchema, USERNAME_MIN_LENGTH } from "@shelv/contract/values/username";
import { useEffect, useState } from "react";
import * as v from "valibot";
import { call } from "#api/call";
import type { Availability } from "#words/availability";

const DEBOUNCE_MS = 500;

export function useAvailability(typed: string): Availability {
  const name = typed.trim();
  const [answer, setAnswer] = useState<{ name: string; availability: Availability } | null>(null);
  useEffect(() => {
    if (knownUnasked(name) !== undefined) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    const askSoon = () =>
      void setTimeout(() => {
        if (signal.aborted) return;
        void askAvailability(name, signal).then((availability) => {
          if (signal.aborted) return;
          setAnswer({ name, availability });
          if (availability === "unknown") addEventListener("online", askAgain, { once: true, signal });
        });
      }, DEBOUNCE_MS);
    const askAgain = () => {
      setAnswer(null);
      askSoon();
    };
    askSoon();
    return () => abort.abort();
  }, [name]);
  const asked = answer?.name === name ? answer.availability : "checking";
  return knownUnasked(name) ?? asked;
}

function knownUnasked(name: string): "unasked" | "malformed" | undefined {
  if (name.length < USERNAME_MIN_LENGTH) return "unasked";
  return v.is(usernameSchema, name) ? undefined : "malformed";
}

export async function askAvailability(username: string, signal: AbortSignal): Promise<Availability> {
  try {
    const { available } = await call(checkUsernameRoute, { params: { username }, signal });
    return available ? "available" : "taken";
  } catch {
    return "unknown";
  }
}
