/**
 * The operator's model runs on owners' devices; the server only sends its file, which may be large, from the
 * disk.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { SERVER_PATHS } from "@shelv/contract/paths";
import { Refusal } from "@shelv/contract/refusal";
import { backgroundModelRoutes } from "@shelv/contract/routes/background-model";
import { SettingsError } from "#platform/settings-error";
import { isKnownTag } from "#http/entity-tag";
import { type Api, bindRoute } from "#http/bind-route";

export type BackgroundModel = {
  sha256: string;
  size: number;
  /** Reads the model. Null if the file changed since the start: its name contains the hash. */
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

export function serveBackgroundModel(
  api: Api,
  { backgroundModel: model }: { backgroundModel: BackgroundModel | null },
): void {
  const path = model && `${SERVER_PATHS.backgroundModel}/${model.sha256}.onnx`;
  bindRoute(api, backgroundModelRoutes.read, () => ({ path }));
  if (!model || path === null) return;
  const etag = `"${model.sha256.slice(0, 32)}"`;
  api.app.get(path, async (c) => {
    const headers = { "Cache-Control": "public, max-age=31536000, immutable", ETag: etag };
    if (isKnownTag(c.req.header("If-None-Match"), etag)) return c.body(null, 304, headers);
    const bytes = await model.read();
    if (!bytes) throw new Refusal("not-found");
    return c.body(bytes, 200, {
      ...headers,
      "Content-Type": "application/octet-stream",
      "Content-Length": String(model.size),
    });
  });
}
