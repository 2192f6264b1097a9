import { SERVER_PATHS } from "@shelv/contract/paths";
import { Refusal } from "@shelv/contract/refusal";
import { backgroundModelRoutes } from "@shelv/contract/routes/background-model";
import { isKnownTag } from "#http/entity-tag";
import { type Api, bindRoute } from "#http/bind-route";
import type { Services } from "#services";

/** Named by its hash: a device loads it once. */
export function serveBackgroundModel(
  api: Api,
  { backgroundModel: model }: Pick<Services, "backgroundModel">,
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
