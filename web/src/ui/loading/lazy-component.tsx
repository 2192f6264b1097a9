import { atom, getDefaultStore, useAtomValue } from "jotai";
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import { firstScreen } from "#boot/first-screen";
import { queueIdleTask } from "#platform/idle-queue";
import { loadWhenReachable } from "./load-when-reachable";
import { LoadErrorNote } from "#ui/feedback/load-error.tsx";
import { matchingControl } from "./matching-control";

/** After the first screen: by then everything else on it has loaded, even on a slow device. */
const FETCH_AFTER_MS = 2500;

type Options<P> = {
  /** Counted from the first screen. */
  afterMs?: number;
  /** Fallback while it loads. */
  Fallback?: ComponentType<P>;
  /** Fallback when the network fails; `note` says so. */
  Missing?: ComponentType<P & { note: ReactNode }>;
};

type LaterComponent<P> = ComponentType<P> & {
  /**
   * For a wrapper that should open only with the component, such as a dialog around a form: whether it is loaded, or an error
   * note can take its place. Starts loading when wanted; once true, stays true while wanted.
   */
  useMayOpen: (isWanted: boolean) => boolean;
};

/**
 * A component that appears only on request and that the first screen need not wait for: prefetched after the first screen, when
 * idle, one at a time. Rendered synchronously once loaded, so that it shows in the next frame. A load error shows a note in its
 * place and breaks nothing else.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { afterMs = FETCH_AFTER_MS, Fallback, Missing = NoteAlone }: Options<P> = {},
): LaterComponent<P> {
  let Loaded: ComponentType<P> | null = null;
  const isLoadedAtom = atom(false);
  const missingAtom = atom(false);
  const fetchIt = async (isWanted: boolean) => {
    const component = await loadWhenReachable(load, {
      isWanted,
      onMissing: () => getDefaultStore().set(missingAtom, true),
    });
    Loaded = component;
    getDefaultStore().set(isLoadedAtom, true);
    return component;
  };
  const LoadFailed = (props: P) => <Missing {...props} note={<LoadErrorNote problem="failed" />} />;
  const Lazy = lazy(async () => {
    // After the current render, because `missingAtom` is rendered as well.
    await Promise.resolve();
    getDefaultStore().set(missingAtom, false);
    return { default: await fetchIt(true).catch(() => LoadFailed) };
  });
  // A failed load is retried when the component is needed.
  void firstScreen.then(() => setTimeout(() => queueIdleTask(() => fetchIt(false)), afterMs));

  let focused: Element | null = null;

  function Waiting(props: P) {
    useLayoutEffect(() => () => void (focused = document.activeElement), []);
    if (useAtomValue(missingAtom)) return <Missing {...props} note={<LoadErrorNote problem="waiting" />} />;
    return Fallback ? <Fallback {...props} /> : null;
  }

  /** In the frame in which it replaces the fallback, focuses the control that matches the focused one of the fallback. */
  function RestoreFocus() {
    useLayoutEffect(() => {
      if (focused instanceof HTMLElement && !focused.isConnected)
        matchingControl(focused)?.focus({ preventScroll: true });
      focused = null;
    }, []);
    return null;
  }

  function Later(props: P) {
    // The component stays what it was on mount: another one in its place would lose its state.
    const [Chosen] = useState<ComponentType<P>>(() => Loaded ?? Lazy);
    return (
      <Suspense fallback={<Waiting {...props} />}>
        <Chosen {...props} />
        <RestoreFocus />
      </Suspense>
    );
  }

  function useMayOpen(isWanted: boolean): boolean {
    const isLoaded = useAtomValue(isLoadedAtom);
    const isMissing = useAtomValue(missingAtom);
    const [wasOpen, setWasOpen] = useState(false);
    const mayOpen = isWanted && (wasOpen || isLoaded || isMissing);
    if (mayOpen !== wasOpen) setWasOpen(mayOpen);
    useEffect(() => {
      if (isWanted && !isLoaded) void fetchIt(true).catch(() => getDefaultStore().set(missingAtom, true));
    }, [isWanted, isLoaded]);
    return mayOpen;
  }

  return Object.assign(Later, { useMayOpen });
}

const NoteAlone = ({ note }: { note: ReactNode }) => note;
