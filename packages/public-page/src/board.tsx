/**
 * The board and what can stand on it, without saying what happens when it is touched: the public page puts links on it,
 * the editor its own handles. `Board` draws the wood, `Row` is what scrolls sideways, `Place` is one thing's room.
 */
import type { ComponentProps, ReactNode } from "react";

export const Board = ({ children }: { children: ReactNode }) => <div className="shelv-board">{children}</div>;

export const Row = ({ className, ...rest }: ComponentProps<"ul">) => (
  // Safari stops calling a list without bullets a list unless it is told.
  <ul role="list" className={className ? `shelv-row ${className}` : "shelv-row"} {...rest} />
);

export const Place = ({ className, ...rest }: ComponentProps<"li">) => (
  <li className={className ? `shelv-place ${className}` : "shelv-place"} {...rest} />
);

/** A note that stands where the items would. */
export const BoardNote = ({ children }: { children: ReactNode }) => (
  <div className="shelv-row">
    <p className="shelv-note">{children}</p>
  </div>
);
