import { countServers } from "#bus/count-servers";
import type { Database } from "#database/open-database";
import type { MediaStore } from "./media-store.ts";

/**
 * Whether several servers on one database have a folder each: a picture that is missing here may be in
 * another.
 */
export const areUnshared = async (
  { reader }: Pick<Database, "reader">,
  { isShared }: Pick<MediaStore, "isShared">,
): Promise<boolean> => !isShared && (await countServers(reader)) > 1;
