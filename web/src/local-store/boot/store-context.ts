import { createContext, use } from "react";
import type { StoreHandle } from "./lazy-store";

export const StoreContext = createContext<StoreHandle | null>(null);

export function useStoreHandle(): StoreHandle {
  const handle = use(StoreContext);
  if (!handle) throw new Error("This component is outside StoreContext");
  return handle;
}
