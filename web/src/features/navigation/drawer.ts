import { atom, getDefaultStore } from "jotai";

type Drawer = {
  isOpen: boolean;
  /** The path on which it was opened; going anywhere closes it. Empty when its owner has gone elsewhere since. */
  on: string;
};

/** Null before the drawer was ever opened. */
export const drawerAtom = atom<Drawer | null>(null);

/** Its owner is in the drawer, or was, and is at the button that it came from. */
export const wasDrawerOpenedOn = (pathname: string) => getDefaultStore().get(drawerAtom)?.on === pathname;
