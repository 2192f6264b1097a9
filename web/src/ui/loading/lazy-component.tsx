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
import { pause, queueIdleTask } from "#platform/wait";
import { loadWhenReachable } from "#boot/load-when-reachable";
import { LoadErrorNote } from "#ui/feedback/load-error.tsx";

const FETCH_AFTER_MS = 2500;

type Options<P> = {
  afterMs?: number;
  Fallback?: ComponentType<P>;
  Missing?: ComponentType<P & { note: ReactNode }>;
};

type LaterComponent<P> = ComponentType<P> & {
  /** Once true, stays true while wanted; also when an error note takes the component's place. */
  useMayOpen: (isWanted: boolean) => boolean;
};

/**
 * For what the first screen need not wait for: prefetched after it, when idle, one at a time. Once loaded, it
 * renders synchronously. A load error shows a note in its place.
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
    // After the current render, which reads it.
    await Promise.resolve();
    getDefaultStore().set(missingAtom, false);
    const component = await fetchIt(true).catch(() => LoadFailed);
    await untilReleased();
    return { default: component };
  });
  void firstScreen.then(() => setTimeout(() => queueIdleTask(() => fetchIt(false)), afterMs));

  let focused: Element | null = null;

  function Waiting(props: P) {
    useLayoutEffect(
      () => () => {
        // Several may leave at once: only one has the focus.
        if (document.activeElement !== document.body) focused = document.activeElement;
      },
      [],
    );
    if (useAtomValue(missingAtom)) return <Missing {...props} note={<LoadErrorNote problem="waiting" />} />;
    return Fallback ? <Fallback {...props} /> : null;
  }

  function RestoreFocus() {
    useLayoutEffect(() => {
      if (focused instanceof HTMLElement && !focused.isConnected)
        matchingControl(focused)?.focus({ preventScroll: true });
      focused = null;
    }, []);
    return null;
  }

  function Later(props: P) {
    // Fixed on mount: another component would lose its state.
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

const CHECKED_EVERY_MS = 50;

/** A control that is replaced between a press and its release gets no click. */
async function untilReleased(): Promise<void> {
  while (document.querySelector(":active")) await pause(CHECKED_EVERY_MS);
}

const NoteAlone = ({ note }: { note: ReactNode }) => note;

function matchingControl(gone: HTMLElement): HTMLElement | null {
  const nth = alike(gone, gone.getRootNode() as Element).indexOf(gone);
  return alike(gone, document.body)[nth] ?? null;
}

function alike(element: HTMLElement, within: Element): HTMLElement[] {
  const name = nameOf(element);
  return [...within.querySelectorAll<HTMLElement>(element.localName)].filter(
    (other) => nameOf(other) === name,
  );
}

const nameOf = (element: HTMLElement): string =>
  `${element.getAttribute("href")} ${element.getAttribute("aria-label") ?? element.textContent}`;
