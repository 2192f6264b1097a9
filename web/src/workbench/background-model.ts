import { backgroundModelRoutes } from "@shelv/contract/routes/background-model";
import * as v from "valibot";
import { call } from "#api/call";
import { forgetModelsBut } from "#images/kept-model";
import type { LocalStore } from "#local-store/local-store";

const KEY = "background-model";
/** A network that hangs is not waited for: what was so last time is as good. */
const PATIENCE_MS = 3000;

/** Where the server's own model for backgrounds lies, or did when this device last heard of it. Null where there is none. */
export async function backgroundModel(store: LocalStore, givingUp: AbortSignal): Promise<string | null> {
  const said = navigator.onLine
    ? await call(backgroundModelRoutes.read, {
        signal: AbortSignal.any([givingUp, AbortSignal.timeout(PATIENCE_MS)]),
      }).catch(() => null)
    : null;
  if (said === null) return lastKnown(store);
  await store.lastKnown.put({ key: KEY, value: said, at: Date.now() });
  await forgetModelsBut(said.path);
  return said.path;
}

async function lastKnown(store: LocalStore): Promise<string | null> {
  const known = v.safeParse(backgroundModelRoutes.read.answer, (await store.lastKnown.get(KEY))?.value);
  return known.success ? known.output.path : null;
}
