import { tryGetContext } from "hono/context-storage";

/** Of the browser whose request runs, as sites get them. Undefined without a request or a valid header. */
export function requestLanguage(): string | undefined {
  const header = tryGetContext()?.req.header("Accept-Language");
  return header !== undefined && /^[\w*;=., -]{1,200}$/.test(header) ? header : undefined;
}
