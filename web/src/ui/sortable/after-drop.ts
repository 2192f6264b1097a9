import { arrayMove } from "@dnd-kit/sortable";

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
