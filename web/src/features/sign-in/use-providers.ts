import { authRoutes } from "@shelv/contract/routes/auth";
import { useEffect, useState } from "react";
import { type AnswerOf, call } from "#api/call";

/** Which other ways in the server has; null while nobody knows. */
export function useProviders(): AnswerOf<typeof authRoutes.providers> | null {
  const [providers, setProviders] = useState<AnswerOf<typeof authRoutes.providers> | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    call(authRoutes.providers, { signal: abort.signal }).then(
      (answer) => {
        if (!abort.signal.aborted) setProviders(answer);
      },
      // Then they stay unknown, and e-mail, which needs the server as well, says what is wrong.
      () => undefined,
    );
    return () => abort.abort();
  }, []);
  return providers;
}
