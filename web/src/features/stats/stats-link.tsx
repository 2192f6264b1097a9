import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import type { StatsSearch } from "./stats-view";

type StatsLinkProps = Pick<ComponentProps<"a">, "aria-current" | "aria-label" | "children"> & {
  className: string | undefined;
  /** Undefined for the page's stats. */
  itemId: string | undefined;
  search: StatsSearch;
  /** Another view of this screen: it stays where it is scrolled to. */
  isHere?: boolean;
};

/** Only the same view is the current page: by default, any view with these texts and more is. */
const EXACT = { exact: true, includeSearch: true };

/** Every view has an address, so that Back returns to the one before. */
export const StatsLink = ({ itemId, search, isHere = true, className = "", ...rest }: StatsLinkProps) =>
  itemId === undefined ? (
    <Link
      to="/stats"
      search={search}
      resetScroll={!isHere}
      activeOptions={EXACT}
      className={className}
      {...rest}
    />
  ) : (
    <Link
      to="/stats/$itemId"
      params={{ itemId }}
      search={search}
      resetScroll={!isHere}
      activeOptions={EXACT}
      className={className}
      {...rest}
    />
  );
