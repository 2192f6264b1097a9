import { atom, getDefaultStore } from "jotai";

type Drawer = {
  isOpen: boolean;
  /** The path where it was opened; any navigation closes it. Empty after the owner has moved elsewhere. */
  on: string;
};

/** Null before the drawer was first opened. */
export const drawerAtom = atom<Drawer | null>(null);

/** Whether the drawer is or was open on this path, so that the focus belongs to its button. */
export const wasDrawerOpenedOn = (pathname: string) => getDefaultStore().get(drawerAtom)?.on === pathname;
