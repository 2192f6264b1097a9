export const undoWords = {
  undo: "Undo",
  insteadOf: "Undo this change",
  undone: "Undone",
  undoFailed: "Could not be undone",
  moved: "Moved",
};
