import { useNavigate } from "@tanstack/react-router";
import type { ComponentProps, MouseEvent } from "react";
import type { StatsSearch } from "./stats-view";

type StatsLinkProps = Pick<ComponentProps<"a">, "aria-current" | "aria-label" | "children" | "className"> & {
  /** Undefined for the page's stats. */
  itemId: string | undefined;
  search: StatsSearch;
  /** Another view of this screen: it stays where it is scrolled to. */
  isHere?: boolean;
};

/**
 * Every view has an address, so that Back returns to the one before. Plain elements: dozens of router links
 * would all work at each change of the address.
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
      href={`/stats${itemId === undefined ? "" : `/${itemId}`}${query && `?${query}`}`}
      onClick={open}
    >
      {children}
    </a>
  );
}

/** Shows another view: an entry of its own in the history. */
export function useShowStats(itemId: string | undefined): (search: StatsSearch, isHere?: boolean) => void {
  const navigate = useNavigate();
  return (search, isHere = true) =>
    void (itemId === undefined
      ? navigate({ to: "/stats", search, resetScroll: !isHere })
      : navigate({ to: "/stats/$itemId", params: { itemId }, search, resetScroll: !isHere }));
}
