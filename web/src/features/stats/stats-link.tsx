import { useNavigate } from "@tanstack/react-router";
import { type ComponentProps, createContext, type MouseEvent, startTransition, use } from "react";
import { afterPaint, settleWithin } from "#platform/wait";
import type { StatsSearch } from "./stats-view";

type StatsLinkProps = Pick<ComponentProps<"a">, "aria-current" | "aria-label" | "children" | "className"> & {
  itemId: string | undefined;
  search: StatsSearch;
  isHere?: boolean;
};

/**
 * Every view has an address, so that Back returns to the one before. Plain elements: each router link works
 * at every change of the address.
 */
export function StatsLink({ itemId, search, isHere = true, children, ...rest }: StatsLinkProps) {
  const show = useShowStats(itemId);
  const query = new URLSearchParams(search).toString();
  const open = (event: MouseEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(search, isHere);
  };
  return (
    <a
      {...rest}
      href={`/dashboard/stats${itemId === undefined ? "" : `/${itemId}`}${query && `?${query}`}`}
      onClick={open}
    >
      {children}
    </a>
  );
}

export const ShowFirst = createContext<(search: StatsSearch) => void>(() => undefined);

const ADDRESS_WITHIN_MS = 2000;

export function useShowStats(itemId: string | undefined): (search: StatsSearch, isHere?: boolean) => void {
  const navigate = useNavigate();
  const showFirst = use(ShowFirst);
  return (search, isHere = true) => {
    const go = () =>
      itemId === undefined
        ? navigate({ to: "/dashboard/stats", search, resetScroll: !isHere })
        : navigate({ to: "/dashboard/stats/$itemId", params: { itemId }, search, resetScroll: !isHere });
    if (!isHere) {
      void go();
      return;
    }
    startTransition(async () => {
      showFirst(search);
      await new Promise<void>(afterPaint);
      await settleWithin(ADDRESS_WITHIN_MS, go());
    });
  };
}
