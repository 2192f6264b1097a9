/** Where things can be put down on a screen. */
import type { ItemRow } from "@shelv/contract/rows/item";
import { draggingWords } from "#words/dragging";
import {
  type BoardPlace,
  type Carry,
  type Direction,
  isOver,
  placeIn,
  type Point,
  SHOWN_AT_MOST,
} from "./carry";
import { type Lines, placeInLines, placeTowards } from "./lines";

export type DropPlaces = {
  /**
   * The place below the point, and the row there if it scrolls sideways. Null where nothing can be put down.
   * `area` holds all boards.
   */
  placeAt: (point: Point, carry: Carry, area: Element) => { to: BoardPlace; row: Element | null } | null;
  /** Null where the board, or the last one, ends. */
  placeTowards: (direction: Direction, carry: Carry) => BoardPlace | null;
  words: Record<"lifted" | "over" | "dropped", (item: ItemRow, place: BoardPlace) => string>;
  instructions: string;
};

/** The boards of My Shelv, as they are in the document: each is one row. */
export const ROWS: DropPlaces = {
  placeAt: (point, { item }) => {
    const board = boardAt(point);
    const row = board?.querySelector("ul");
    return board && row ? { to: placeInRow(board, row, item.id, point.x), row } : null;
  },
  placeTowards: (direction, { item, from: start, to }) => {
    const boards = [...document.querySelectorAll<HTMLElement>("[data-board]")];
    const from = boards.findIndex(({ dataset }) => dataset["board"] === to.shelfId);
    // Another device has deleted the shelf.
    if (from === -1) return start;
    const board = boards[from + BOARDS_BY[direction]];
    if (!board) return null;
    board.scrollIntoView({ block: "nearest", behavior: "instant" });
    const at = Math.min(lastPlaceOn(board, item.id), Math.max(0, to.at + PLACES_BY[direction]));
    return { shelfId: board.dataset["board"] ?? "", at };
  },
  words: {
    lifted: (item, place) => draggingWords.liftedFromBoard(...spoken(item, place)),
    over: (item, place) => draggingWords.overBoard(...spoken(item, place)),
    dropped: (item, place) => draggingWords.droppedOnBoard(...spoken(item, place)),
  },
  instructions: draggingWords.boardInstructions,
};

let lastBoard: HTMLElement | null | undefined;

/** The hit test looks at all boards, in each frame of a drag: not while the point stays on one. */
function boardAt(point: Point): HTMLElement | null | undefined {
  if (!lastBoard || !isOver(lastBoard, point))
    lastBoard = document.elementFromPoint(point.x, point.y)?.closest<HTMLElement>("[data-board]");
  return lastBoard;
}

const PLACES_BY = { left: -1, right: 1, up: 0, down: 0 };
const BOARDS_BY = { left: 0, right: 0, up: -1, down: 1 };

export const boardOf = (shelfId: string) =>
  document.querySelector<HTMLElement>(`[data-board="${CSS.escape(shelfId)}"]`);

function placeInRow(board: HTMLElement, row: HTMLElement, id: string, x: number): BoardPlace {
  const [first, second] = row.children as HTMLCollectionOf<HTMLElement>;
  const firstPx = first?.offsetLeft ?? 0;
  const at = placeIn(
    {
      firstPx,
      facePx: first?.offsetWidth ?? 0,
      stepPx: (second?.offsetLeft ?? 0) - firstPx,
      count: lastPlaceOn(board, id),
    },
    x - row.getBoundingClientRect().left + row.scrollLeft,
  );
  return { shelfId: board.dataset["board"] ?? "", at };
}

/** Beyond what a board shows, it would be out of sight. */
const lastPlaceOn = (board: HTMLElement, id: string) =>
  Math.max(0, Math.min(sizeOf(board) - Number(isOn(board, id)), SHOWN_AT_MOST - 1));

const sizeOf = ({ dataset }: HTMLElement) => Number(dataset["boardSize"] ?? 0);

const isOn = (board: Element, id: string) => board.querySelector(`[data-thing="${CSS.escape(id)}"]`) !== null;

function spoken({ id, title }: ItemRow, { shelfId, at }: BoardPlace): [string, string, number, number] {
  const board = boardOf(shelfId);
  if (!board) return [title, "", at + 1, at + 1];
  const size = sizeOf(board);
  return [title, board.dataset["boardName"] ?? "", at + 1, isOn(board, id) ? size : size + 1];
}

type WallOfLines = { shelfId: string; lines: Lines; count: number };

/** A wall, which is one board: nothing is carried elsewhere. `count`: of its things. */
export const inLines = ({ shelfId, lines, count }: WallOfLines): DropPlaces => ({
  placeAt: ({ x, y }, _, area) => {
    const { left, top } = area.getBoundingClientRect();
    const at = placeInLines(lines, { x: x - left, y: y - top }, count - 1);
    return { to: { shelfId, at }, row: null };
  },
  placeTowards: (direction, { to }) => {
    const at = placeTowards(lines, direction, to.at, count - 1);
    return at === null ? null : { shelfId, at };
  },
  words: {
    lifted: ({ title }, { at }) => draggingWords.lifted(title, at + 1, count),
    over: ({ title }, { at }) => draggingWords.over(title, at + 1, count),
    dropped: ({ title }, { at }) => draggingWords.dropped(title, at + 1, count),
  },
  instructions: draggingWords.linkInstructions,
});
