import { atom, getDefaultStore } from "jotai";

type Drawer = {
  isOpen: boolean;
  /** The path where it was opened. Empty after the owner has moved elsewhere. */
  on: string;
};

/** Null before it was first opened. */
export const drawerAtom = atom<Drawer | null>(null);

/** Whether the focus belongs to the drawer's button. */
export const wasDrawerOpenedOn = (pathname: string) => getDefaultStore().get(drawerAtom)?.on === pathname;
