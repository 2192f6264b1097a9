/**
 * A shelf's board without interaction: the page adds links, the editor its handles. `Board` draws the wood,
 * `Row` scrolls sideways, `Place` holds one item.
 */
import type { ComponentProps, ReactNode } from "react";

export const Board = ({ children }: { children: ReactNode }) => <div className="shelv-board">{children}</div>;

export const Row = ({ className, ...rest }: ComponentProps<"ul">) => (
  // Safari removes the list role from a list without bullets unless it is explicit.
  <ul role="list" className={className ? `shelv-row ${className}` : "shelv-row"} {...rest} />
);

export const Place = ({ className, ...rest }: ComponentProps<"li">) => (
  <li className={className ? `shelv-place ${className}` : "shelv-place"} {...rest} />
);

export const BoardNote = ({ children }: { children: ReactNode }) => (
  <div className="shelv-row">
    <p className="shelv-note">{children}</p>
  </div>
);
