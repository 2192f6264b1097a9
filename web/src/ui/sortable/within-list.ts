type Span = { top: number; bottom: number };
type Box = Span & { left: number; right: number };
type Move = { y: number };

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

export const withinBox = <M extends Move & { x: number }>(carried: {
  transform: M;
  draggingNodeRect: Box | null;
  containerNodeRect: Box | null;
}) => {
  const { transform, draggingNodeRect: row, containerNodeRect: box } = carried;
  const x =
    row && box ? Math.max(box.left - row.left, Math.min(box.right - row.right, transform.x)) : transform.x;
  return { ...withinList(carried), x };
};
