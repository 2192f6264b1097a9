import { type ComponentType, lazy, Suspense, useState } from "react";
import { firstScreen } from "./first-screen";
import { loadWhenReachable } from "./load-when-reachable";
import { whenIdle } from "./when-idle";

/** After the first screen: by then all else that it shows has come, however slow the device. */
const FETCH_AFTER_MS = 2500;

type Options<P> = {
  /** Counted from when the first screen stands. */
  afterMs?: number;
  /** Stands in its place until it is there. */
  Until?: ComponentType<P>;
};

/**
 * What nobody sees before they ask for it, and the first screen need not wait for: fetched once that stands and the browser has time.
 * Drawn at once where it is there, since who asked should see it in the next frame.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, { afterMs = FETCH_AFTER_MS, Until }: Options<P> = {}): ComponentType<P> {
  let Loaded: ComponentType<P> | null = null;
  const fetchIt = async (isWanted: boolean) => {
    const component = await loadWhenReachable(load, { isWanted });
    Loaded = component;
    return component;
  };
  const Lazy = lazy(async () => ({ default: await fetchIt(true) }));
  // One that did not come is asked for again when it is needed.
  void firstScreen.then(() => setTimeout(() => whenIdle(() => void fetchIt(false).catch(() => undefined)), afterMs));

  return function Later(props: P) {
    // What stands stays what it is: another component in its place would begin anew.
    const [Chosen] = useState<ComponentType<P>>(() => Loaded ?? Lazy);
    return <Suspense fallback={Until ? <Until {...props} /> : null}><Chosen {...props} /></Suspense>;
  };
}
