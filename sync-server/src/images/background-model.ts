/**
 * The operator's model runs on owners' devices; the server only sends its file, which may be large, from the
 * disk.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { SettingsError } from "#settings";

export type BackgroundModel = {
  sha256: string;
  size: number;
  /** Null if the file changed since the start: its name contains the hash. */
  read(): Promise<ReadableStream<Uint8Array> | null>;
};

export async function openBackgroundModel(path: string): Promise<BackgroundModel> {
  const { size, mtimeMs, sha256 } = await known(path).catch((cause: unknown) => {
    throw new SettingsError(
      `The setting BACKGROUND_MODEL names ${path}, which is no file that can be read.`,
      { cause },
    );
  });
  return {
    sha256,
    size,
    async read() {
      const now = await stat(path).catch(() => null);
      if (now?.size !== size || now.mtimeMs !== mtimeMs) return null;
      return Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
    },
  };
}

async function known(path: string): Promise<{ size: number; mtimeMs: number; sha256: string }> {
  const { size, mtimeMs } = await stat(path);
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return { size, mtimeMs, sha256: hash.digest("hex") };
}
