import { backgroundModelRoutes } from "@shelv/contract/routes/background-model";
import * as v from "valibot";
import { call } from "#api/call";
import { deleteOtherModels } from "./cached-model";
import type { LocalStore } from "#local-store/local-store";

const KEY = "background-model";
/** Then the last known answer is used. */
const TIMEOUT_MS = 3000;

/** From the server or as last known. Null if the server has none. */
export async function backgroundModel(store: LocalStore, signal: AbortSignal): Promise<string | null> {
  const answer = navigator.onLine
    ? await call(backgroundModelRoutes.read, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      }).catch(() => null)
    : null;
  if (answer === null) return lastKnown(store);
  await store.lastKnown.put({ key: KEY, value: answer, at: Date.now() });
  await deleteOtherModels(answer.path);
  return answer.path;
}

async function lastKnown(store: LocalStore): Promise<string | null> {
  const known = v.safeParse(backgroundModelRoutes.read.answer, (await store.lastKnown.get(KEY))?.value);
  return known.success ? known.output.path : null;
}
