import { readFile } from "node:fs/promises";

/** Red, green, blue and yellow fields with a white circle; every browser shows all of it. */
export const damagedPicture = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(new URL(name, import.meta.url)));
