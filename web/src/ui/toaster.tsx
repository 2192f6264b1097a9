import { useAtomValue } from "jotai";
import { useState } from "react";
import { later } from "./later";
import { toastAtom } from "./toast";

/** What nobody can be told has no place for a word about it either. */
const Toasts = later(async () => (await import("./toasts")).Toasts, { Missing: () => null });

/** Where messages appear, one at a time: there from the first one on. */
export function Toaster() {
  const toast = useAtomValue(toastAtom);
  const [hasSpoken, setSpoken] = useState(false);
  if (toast !== null && !hasSpoken) setSpoken(true);
  return hasSpoken ? <Toasts /> : null;
}
