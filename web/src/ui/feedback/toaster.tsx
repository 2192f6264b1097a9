import { useAtomValue } from "jotai";
import { useState } from "react";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { toastAtom } from "./toast";

/** If the code cannot load, there is no place for an error note. */
const Toasts = lazyComponent(async () => (await import("./toasts")).Toasts, { Missing: () => null });

/** Its code loads with the first toast. */
export function Toaster() {
  const toast = useAtomValue(toastAtom);
  const [wasNeeded, setNeeded] = useState(false);
  if (toast !== null && !wasNeeded) setNeeded(true);
  return wasNeeded ? <Toasts /> : null;
}
