import type { Announcements } from "@dnd-kit/core";
import { draggingWords } from "#words/dragging";

type Announce = <R extends { id: string }>(rows: readonly R[], nameOf: (row: R) => string) => Announcements;

/**
 * About the rows at that moment: another device may delete some during a drag. Make one for each list, for
 * all its renders.
 */
export function dragAnnouncements(): Announce {
  // dnd-kit reports a picked-up row as over itself; a screen reader would read only that.
  let isJustLifted = false;
  return (rows, nameOf) => {
    const placeOf = (id: unknown) => rows.findIndex((row) => row.id === id) + 1;
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
        const isAnnounced = isJustLifted && over?.id === active.id;
        isJustLifted = false;
        if (isAnnounced) return undefined;
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
