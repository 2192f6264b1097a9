import { atom, getDefaultStore } from "jotai";

type Drawer = {
  isOpen: boolean;
  on: string;
};

export const drawerAtom = atom<Drawer | null>(null);

export const wasDrawerOpenedOn = (pathname: string) => getDefaultStore().get(drawerAtom)?.on === pathname;
