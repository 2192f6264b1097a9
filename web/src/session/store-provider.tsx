import { type ReactNode, useMemo } from "react";
import { openStore } from "#accounts/open-store";
import { readStore } from "#local-store/boot/lazy-store";
import { StoreContext } from "#local-store/boot/store-context";
import type { LocalStore } from "#local-store/local-store";

export function StoreProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const handle = useMemo(() => openStore(userId), [userId]);
  return <StoreContext value={handle}>{children}</StoreContext>;
}

export const readAccountStore = <T,>(userId: string, read: (store: LocalStore) => Promise<T>): Promise<T> =>
  readStore(openStore(userId), read);
