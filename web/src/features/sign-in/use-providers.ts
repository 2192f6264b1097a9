import { authRoutes } from "@shelv/contract/routes/auth";
import { useEffect, useState } from "react";
import { type AnswerOf, call } from "#api/call";

/** Which other ways in the server has; null while nobody knows. Where nobody could be asked, again when the network is back. */
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
        // Then they stay unknown, and e-mail, which needs the server as well, says what is wrong.
        () => undefined,
      );
    // From the start on: the network may be back before the browser has given the first call up.
    addEventListener("online", ask, { signal });
    ask();
    return () => isOver.abort();
  }, []);
  return providers;
}
