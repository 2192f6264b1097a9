import { truncate } from "@shelv/public-page/text/truncate";
import { isolateBidi } from "./isolate-bidi";

const NAME_SHOWN_LENGTH = 60;

export const deleteTitle = (name: string): string =>
  `Delete "${isolateBidi(truncate(name, NAME_SHOWN_LENGTH))}"?`;
