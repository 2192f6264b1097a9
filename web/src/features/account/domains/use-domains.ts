import { domainRoutes } from "@shelv/contract/routes/domains";
import { useEffect } from "react";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { useOnline } from "#platform/react/use-online";
import { type Domains, storeDomains, knownDomains } from "./known-domains";

const CHECK_EVERY_MS = { moving: 15_000, still: 60_000 };

/** Refreshed while the screen is visible. Undefined until the store answers, null if nothing is known. */
export function useDomains(): Domains | null | undefined {
  const { readStore, call } = useOwner();
  const online = useOnline();
  const known = useLiveQuery(knownDomains);
  const isMoving = known?.domains.some(({ state }) => state !== "verified") ?? true;
  useEffect(() => {
    if (!online) return undefined;
    const check = () => {
      if (!document.hidden)
        call(domainRoutes.list)
          .then((domains) => readStore((store) => storeDomains(store, domains)))
          .catch(() => undefined);
    };
    check();
    const timer = setInterval(check, CHECK_EVERY_MS[isMoving ? "moving" : "still"]);
    document.addEventListener("visibilitychange", check);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
    };
  }, [readStore, call, online, isMoving]);
  return known;
}
