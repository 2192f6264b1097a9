import { truncate } from "@shelv/public-page/text/truncate";
import { isolateBidi } from "#words/format/isolate-bidi";

/** A name of this length fits beside the button on a phone, in two lines. */
const NAME_SHOWN_LENGTH = 40;

export const undoWords = {
  undo: "Undo",
  insteadOf: "Undo this change",
  undone: "Undone",
  undoFailed: "Couldn't undo it",
  moved: (name: string) => `Moved "${isolateBidi(truncate(name, NAME_SHOWN_LENGTH))}"`,
};
