/** Without the network a placeholder shows, where the router's own lazy loading would reload the page. */
import { lazyRouteComponent } from "@tanstack/react-router";
import { atom, getDefaultStore } from "jotai";
import { loadWhenReachable } from "#boot/load-when-reachable";

export const missingPartsAtom = atom(0);

// oxlint-disable-next-line typescript/no-explicit-any -- the router's own type: a module with a component among its exports
export const lazyScreen = <M extends Record<string, any>, N extends keyof M & string>(
  load: () => Promise<M>,
  name: N,
) => lazyRouteComponent(() => loadOrWait(load), name);

export async function loadOrWait<T>(load: () => Promise<T>): Promise<T> {
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
