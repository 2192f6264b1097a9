import { isolateBidi } from "#words/format/isolate-bidi";

export const undoWords = {
  undo: "Undo",
  insteadOf: "Undo this change",
  undone: "Undone",
  undoFailed: "Couldn't undo it",
  moved: (name: string) => `Moved "${isolateBidi(name)}"`,
};
