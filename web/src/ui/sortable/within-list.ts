type Span = { top: number; bottom: number };
type Move = { y: number };

/** Beyond its list, a row would lengthen the page. */
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
