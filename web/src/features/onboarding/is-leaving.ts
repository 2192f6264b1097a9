import { atom } from "jotai";

export const isLeavingAtom = atom(false);
