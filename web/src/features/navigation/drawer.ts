import { atom, getDefaultStore } from "jotai";

type Drawer = {
  isOpen: boolean;
  /** The path where it was opened. Empty after the owner has moved elsewhere. */
  on: string;
};

export const drawerAtom = atom<Drawer | null>(null);

export const wasDrawerOpenedOn = (pathname: string) => getDefaultStore().get(drawerAtom)?.on === pathname;
