import { atom, getDefaultStore } from "jotai";

/** The path on which the drawer was opened and stands open; going anywhere closes it. Null before it was ever opened, empty when it was closed. */
export const drawerOpenedOnAtom = atom<string | null>(null);

export const isDrawerOpenOn = (pathname: string) => getDefaultStore().get(drawerOpenedOnAtom) === pathname;
