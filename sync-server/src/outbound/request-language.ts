import { tryGetContext } from "hono/context-storage";

/**
 * The languages of the browser whose request runs, as sites get them. Undefined without a request, and for
 * what is no such header.
 */
export function requestLanguage(): string | undefined {
  const header = tryGetContext()?.req.header("Accept-Language");
  return header !== undefined && /^[\w*;=., -]{1,200}$/.test(header) ? header : undefined;
}
