import { authRoutes } from "@shelv/contract/routes/auth";
import { ApiFailure, call, NoNetwork } from "#api/call";
import type { DeviceAccount } from "#accounts/current-account";
import { openAccount } from "#accounts/account-lifecycle";
import { isMemoryOnly } from "#local-store/storage-fallback";
import { SessionUnknown } from "./session-unknown";

const WAIT_MS = 5000;

/**
 * The account of the browser's session, for a tab with data only in memory, which a reload has emptied. Null
 * if the server says that no account is signed in, and if this device stores data: then the device itself
 * knows. Throws a SessionUnknown if the server does not say.
 */
export async function accountOfSession(): Promise<DeviceAccount | null> {
  if (!isMemoryOnly()) return null;
  try {
    const { id: userId, username } = await call(authRoutes.me, { signal: AbortSignal.timeout(WAIT_MS) });
    if (username === null) return null;
    await openAccount({ userId, username });
    return { userId, username };
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return null;
    throw error instanceof NoNetwork || error instanceof ApiFailure ? new SessionUnknown(error) : error;
  }
}
