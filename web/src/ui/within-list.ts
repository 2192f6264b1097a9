type Span = { top: number; bottom: number };
type Move = { y: number };

/** A dragged row goes up and down, and no further than its list: carried beyond it, it would lengthen the page as long as it is held. */
export const withinList = <M extends Move>({
  transform,
  draggingNodeRect: row,
  containerNodeRect: list,
}: {
  transform: M;
  draggingNodeRect: Span | null;
  containerNodeRect: Span | null;
}) => ({
  ...transform,
  x: 0,
  y:
    row && list ? Math.max(list.top - row.top, Math.min(list.bottom - row.bottom, transform.y)) : transform.y,
});
