import { domainRoutes } from "@shelv/contract/routes/domains";
import { useCallback, useEffect, useState } from "react";
import { type AnswerOf, call } from "#api/call";
import { useOnline } from "#ui/use-online";

export type Domains = AnswerOf<typeof domainRoutes.list>;

const LOOK_EVERY_MS = 15_000;

/** What the server knows of the owner's domains; looked up again while one is on its way and the screen is seen. Null until it answered. */
export function useDomains(): { known: Domains | null; set: (known: Domains) => void } {
  const [known, set] = useState<Domains | null>(null);
  const online = useOnline();
  const isMoving = known === null || known.domains.some(({ state }) => state !== "verified");
  const look = useCallback(() => {
    // Without an answer the next look comes by itself.
    if (!document.hidden) call(domainRoutes.list).then(set, () => {});
  }, []);
  useEffect(() => {
    if (online) look();
  }, [online, look]);
  useEffect(() => {
    if (!online || !isMoving) return undefined;
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [online, isMoving, look]);
  return { known, set };
}
