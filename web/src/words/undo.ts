export const undoWords = {
  undo: "Undo",
  insteadOf: "Undo this change",
  undone: "Undone",
  undoFailed: "Couldn't undo it",
  moved: "Moved",
};
