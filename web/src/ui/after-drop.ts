import { arrayMove } from "@dnd-kit/sortable";

/** The rows as a drop leaves them, with the row's place among them; null where nothing moves, also since one of the two was deleted elsewhere meanwhile. */
export function afterDrop<R extends { id: string }>(
  rows: readonly R[],
  id: unknown,
  overId: unknown,
): { rows: R[]; place: number } | null {
  const from = rows.findIndex((row) => row.id === id);
  const place = rows.findIndex((row) => row.id === overId);
  return from === -1 || place === -1 || from === place
    ? null
    : { rows: arrayMove([...rows], from, place), place };
}
