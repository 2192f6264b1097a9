import { domainRoutes } from "@shelv/contract/routes/domains";
import { useEffect } from "react";
import { useOwner, useStored } from "#sync/owner-context.tsx";
import { useOnline } from "#ui/use-online";
import { type Domains, keepDomains, knownDomains } from "./known-domains";

/** A domain on its way is waited for; one that stands, and a plan, change seldom. */
const LOOK_EVERY_MS = { moving: 15_000, still: 60_000 };

/**
 * What the server last said of the owner's domains, asked again now and then while the screen is seen. Undefined until the
 * store has answered, null where nothing is known.
 */
export function useDomains(): Domains | null | undefined {
  const { handle, call } = useOwner();
  const online = useOnline();
  const known = useStored(knownDomains);
  const isMoving = known?.domains.some(({ state }) => state !== "verified") ?? true;
  useEffect(() => {
    if (!online) return undefined;
    const look = () => {
      // Without an answer what was known stands, and the next look comes by itself.
      if (!document.hidden)
        call(domainRoutes.list)
          .then(async (domains) => keepDomains(await handle.loaded(), domains))
          .catch(() => undefined);
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS[isMoving ? "moving" : "still"]);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [handle, call, online, isMoving]);
  return known;
}
