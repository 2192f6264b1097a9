/**
 * Screens come in bundles of their own. One that the network failed is waited for, and what stands in its place says so: the router's own
 * way would load the page anew, which without a network leaves nothing at all.
 */
import { lazyRouteComponent } from "@tanstack/react-router";
import { atom, getDefaultStore } from "jotai";
import { loadWhenReachable } from "#ui/load-when-reachable";

/** How many parts of screens did not come and are waited for. */
export const missingPartsAtom = atom(0);

// oxlint-disable-next-line typescript/no-explicit-any -- as the router has it: a module of which one export is a component
export const lazyScreen = <M extends Record<string, any>, N extends keyof M & string>(
  load: () => Promise<M>,
  name: N,
) => lazyRouteComponent(() => comesInTime(load), name);

/** What a screen cannot do without; `missingPartsAtom` counts it while it is waited for. */
export async function comesInTime<T>(load: () => Promise<T>): Promise<T> {
  const store = getDefaultStore();
  let isMissing = false;
  try {
    const onMissing = () => {
      if (!isMissing) store.set(missingPartsAtom, (count) => count + 1);
      isMissing = true;
    };
    return await loadWhenReachable(load, { onMissing });
  } finally {
    if (isMissing) store.set(missingPartsAtom, (count) => count - 1);
  }
}
