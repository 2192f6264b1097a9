import { useMemo } from "react";
import { useArrivals } from "./arrivals";
import { shiftsOn } from "./carry";
import { carriedPlace, DraggableBoard, DraggableThing, Gap, useCarriedOn } from "./draggable-board";
import styles from "./draggable-board.module.css";
import { boardOf, ROWS } from "./drop-places";
import { type OneThingProps, RowOfThings, type RowOfThingsProps } from "./shelf-board";

/** The first things of a shelf of My Shelv: they can be carried to any other row there. */
export function DraggableRow({ stored, ...props }: RowOfThingsProps) {
  const { shelf, ids: all } = props;
  const { carry, ids, drag } = useCarriedOn(
    shelf.id,
    useMemo(() => stored.map(({ id }) => id), [stored]),
  );
  const items = useMemo(() => {
    const itemOf = new Map(stored.map((item) => [item.id, item]));
    return ids.flatMap((id) => itemOf.get(id) ?? (carry?.item.id === id ? carry.item : []));
  }, [stored, ids, carry]);
  const arrivals = useArrivals(all ?? NO_IDS, carry?.item.id);
  const shiftOf = useMemo(() => shiftsOn(carry, shelf.id, ids), [carry, shelf.id, ids]);
  const placeOf = (index: number, id?: string) => {
    const places = shiftOf(index);
    return {
      style: places === 0 ? undefined : { transform: `translateX(calc(${places} * var(--step)))` },
      ...carriedPlace(carry, arrivals, id),
    };
  };
  return (
    <DraggableBoard
      shelfId={shelf.id}
      places={ROWS}
      carry={carry}
      area={() => boardOf(shelf.id)?.closest("ol") ?? null}
    >
      <RowOfThings
        {...props}
        className={styles["things"] ?? ""}
        items={items}
        OneThing={OneDraggable}
        placeOf={placeOf}
        drag={drag}
      >
        <Gap
          shelfId={shelf.id}
          carry={carry}
          styleAt={(place) => ({ left: `calc(var(--shelv-inset) + ${place} * var(--step))` })}
        />
      </RowOfThings>
    </DraggableBoard>
  );
}

const NO_IDS: readonly string[] = [];

const OneDraggable = ({ shelf, ...thing }: OneThingProps) => <DraggableThing shelfId={shelf.id} {...thing} />;
