import { isolateBidi } from "#words/format/isolate-bidi";

export const draggingWords = {
  instructions:
    "To move it, press Space or Enter on the handle, then the arrow keys, and Space or Enter again to put it down. Escape puts it back.",
  linkInstructions:
    "Enter opens it. To move it, press Space, then the arrow keys, and Space again to put it down. Escape puts it back. Delete deletes it.",
  boardInstructions:
    "Enter opens it. To move it, press Space, then Left and Right along its shelf or Up and Down to another one, and Space again to put it down. Escape puts it back. Delete deletes it.",
  lifted: (name: string, place: number, of: number) =>
    `Picked up ${isolateBidi(name)}, place ${place} of ${of}.`,
  over: (name: string, place: number, of: number) =>
    `${isolateBidi(name)} is now at place ${place} of ${of}.`,
  dropped: (name: string, place: number, of: number) =>
    `Put down ${isolateBidi(name)} at place ${place} of ${of}.`,
  liftedFromBoard: (name: string, shelf: string, place: number, of: number) =>
    `Picked up ${isolateBidi(name)} from ${isolateBidi(shelf)}, place ${place} of ${of}.`,
  overBoard: (name: string, shelf: string, place: number, of: number) =>
    `${isolateBidi(name)} is now on ${isolateBidi(shelf)}, place ${place} of ${of}.`,
  droppedOnBoard: (name: string, shelf: string, place: number, of: number) =>
    `Put down ${isolateBidi(name)} on ${isolateBidi(shelf)}, place ${place} of ${of}.`,
  bin: "Delete",
  letGo: "Let go to delete",
  overBin: (name: string) => `${isolateBidi(name)} is over the bin. Let go to delete it.`,
  gone: "What was picked up is no longer in this list. Nothing was moved.",
  wasDeleted: "It or its new shelf was deleted. Nothing was moved.",
  cancelled: (name: string) => `${isolateBidi(name)} is back where it was.`,
};
