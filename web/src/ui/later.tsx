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
import { firstScreen } from "./first-screen";
import { inTurn } from "./in-turn";
import { loadWhenReachable } from "./load-when-reachable";
import { PartNote } from "./part-note";
import { standInFor } from "./stand-in";

/** After the first screen: by then all else that it shows has come, however slow the device. */
const FETCH_AFTER_MS = 2500;

type Options<P> = {
  /** Counted from when the first screen stands. */
  afterMs?: number;
  /** Stands in its place until it is there. */
  Until?: ComponentType<P>;
  /** Stands in its place where the network failed it; `note` says so. */
  Missing?: ComponentType<P & { note: ReactNode }>;
};

type LaterComponent<P> = ComponentType<P> & {
  /**
   * For what should stand only with it, such as a dialog around a form: whether it has come, or a word on why not would stand in its place.
   * Asks for it where it is wanted; once it is, what stands goes on standing for as long.
   */
  useMayStand: (isWanted: boolean) => boolean;
};

/**
 * What nobody sees before they ask for it, and the first screen need not wait for: fetched once that stands, in turn, when the browser has time.
 * Drawn at once where it is there, since who asked should see it in the next frame. One that does not come takes nothing along: a word
 * stands in its place.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { afterMs = FETCH_AFTER_MS, Until, Missing = NoteAlone }: Options<P> = {},
): LaterComponent<P> {
  let Loaded: ComponentType<P> | null = null;
  const cameAtom = atom(false);
  const missingAtom = atom(false);
  const fetchIt = async (isWanted: boolean) => {
    const component = await loadWhenReachable(load, {
      isWanted,
      onMissing: () => getDefaultStore().set(missingAtom, true),
    });
    Loaded = component;
    getDefaultStore().set(cameAtom, true);
    return component;
  };
  const Nowhere = (props: P) => <Missing {...props} note={<PartNote missing="nowhere" />} />;
  const Lazy = lazy(async () => {
    // Not while something is being drawn: what is missing is drawn as well.
    await Promise.resolve();
    getDefaultStore().set(missingAtom, false);
    return { default: await fetchIt(true).catch(() => Nowhere) };
  });
  // One that did not come is asked for again when it is needed.
  void firstScreen.then(() => setTimeout(() => inTurn(() => fetchIt(false)), afterMs));

  let focused: Element | null = null;

  function Waiting(props: P) {
    useLayoutEffect(() => () => void (focused = document.activeElement), []);
    if (useAtomValue(missingAtom)) return <Missing {...props} note={<PartNote missing="on-its-way" />} />;
    return Until ? <Until {...props} /> : null;
  }

  /** In the frame in which it takes the place of what stood there. */
  function GoOn() {
    useLayoutEffect(() => {
      if (focused instanceof HTMLElement && !focused.isConnected)
        standInFor(focused)?.focus({ preventScroll: true });
      focused = null;
    }, []);
    return null;
  }

  function Later(props: P) {
    // What stands stays what it is: another component in its place would begin anew.
    const [Chosen] = useState<ComponentType<P>>(() => Loaded ?? Lazy);
    return (
      <Suspense fallback={<Waiting {...props} />}>
        <Chosen {...props} />
        <GoOn />
      </Suspense>
    );
  }

  function useMayStand(isWanted: boolean): boolean {
    const came = useAtomValue(cameAtom);
    const isMissing = useAtomValue(missingAtom);
    const [stands, setStands] = useState(false);
    const mayStand = isWanted && (stands || came || isMissing);
    if (mayStand !== stands) setStands(mayStand);
    useEffect(() => {
      if (isWanted && !came) void fetchIt(true).catch(() => getDefaultStore().set(missingAtom, true));
    }, [isWanted, came]);
    return mayStand;
  }

  return Object.assign(Later, { useMayStand });
}

const NoteAlone = ({ note }: { note: ReactNode }) => note;
