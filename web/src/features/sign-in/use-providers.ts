import { authRoutes } from "@shelv/contract/routes/auth";
import { useEffect, useState } from "react";
import { type AnswerOf, call } from "#api/call";

/** The server's providers; null while unknown. Without an answer, asks again when the network is back. */
export function useProviders(): AnswerOf<typeof authRoutes.providers> | null {
  const [providers, setProviders] = useState<AnswerOf<typeof authRoutes.providers> | null>(null);
  useEffect(() => {
    const isOver = new AbortController();
    const { signal } = isOver;
    const ask = () =>
      void call(authRoutes.providers, { signal }).then(
        (answer) => {
          if (signal.aborted) return;
          isOver.abort();
          setProviders(answer);
        },
        // They stay unknown; the e-mail form, which needs the server too, reports the problem.
        () => undefined,
      );
    // From the start: the network may be back before the browser aborts the first call.
    addEventListener("online", ask, { signal });
    ask();
    return () => isOver.abort();
  }, []);
  return providers;
}
