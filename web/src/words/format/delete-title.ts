import { truncate } from "@shelv/public-page/text/truncate";
import { isolateBidi } from "./isolate-bidi";

const NAME_SHOWN_LENGTH = 60;

/** The question of a confirmation, which names what is deleted. */
export const deleteTitle = (name: string): string =>
  `Delete "${isolateBidi(truncate(name, NAME_SHOWN_LENGTH))}"?`;
