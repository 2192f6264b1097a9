import { authRoutes } from "@shelv/contract/routes/auth";
import { useEffect, useState } from "react";
import { type AnswerOf, call } from "#api/call";

/** Null while unknown; asks again when the network is back. */
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
        // The e-mail form, which needs the server too, reports the problem.
        () => undefined,
      );
    // The network may be back before the browser aborts the first call.
    addEventListener("online", ask, { signal });
    ask();
    return () => isOver.abort();
  }, []);
  return providers;
}
