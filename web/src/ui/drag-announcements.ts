import type { Announcements } from "@dnd-kit/core";
import { draggingWords } from "#words/dragging";

type Announce = <R extends { id: string }>(rows: readonly R[], nameOf: (row: R) => string) => Announcements;

/**
 * What is told of each step, of the rows as they are then: some may be deleted elsewhere while one is held. One for as long as the
 * list stands, however often it is drawn anew.
 */
export function dragAnnouncements(): Announce {
  // At once after that, dnd-kit tells that it is over itself, and a screen reader would hear that alone.
  let isJustLifted = false;
  return (rows, nameOf) => {
    const placeOf = (id: unknown) => rows.findIndex((row) => row.id === id) + 1;
    /** What `say` says of a row, which is none of these any more if it is gone. */
    const of = (id: unknown, say: (name: string) => string | undefined) => {
      const row = rows.find((row) => row.id === id);
      return row ? say(nameOf(row)) : draggingWords.gone;
    };
    return {
      onDragStart: ({ active }) => {
        isJustLifted = true;
        return of(active.id, (name) => draggingWords.lifted(name, placeOf(active.id), rows.length));
      },
      onDragOver: ({ active, over }) => {
        const isSaid = isJustLifted && over?.id === active.id;
        isJustLifted = false;
        if (isSaid) return undefined;
        return of(active.id, (name) =>
          over && placeOf(over.id) > 0 ? draggingWords.over(name, placeOf(over.id), rows.length) : undefined,
        );
      },
      onDragEnd: ({ active, over }) =>
        of(active.id, (name) => {
          const place = placeOf((over ?? active).id);
          return place > 0 ? draggingWords.dropped(name, place, rows.length) : draggingWords.cancelled(name);
        }),
      onDragCancel: ({ active }) => of(active.id, draggingWords.cancelled),
    };
  };
}
