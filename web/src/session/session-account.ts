import { authRoutes } from "@shelv/contract/routes/auth";
import { ApiFailure, call, NoNetwork } from "#api/call";
import { hasAccountHistory } from "#accounts/current-account";
import type { DeviceAccount } from "#accounts/device-database";
import { openAccount } from "#accounts/account-lifecycle";
import { isMemoryOnly } from "#local-store/storage-fallback";
import { SessionUnknown } from "./session-unknown";

const WAIT_MS = 5000;

/**
 * The account of the browser's session, for a device that knows none: its data was in memory, or was cleared
 * without the cookie. Null if the server, or a sign-out here, says that there is none. Without an answer, a
 * tab in memory throws a SessionUnknown; others get null.
 */
export async function accountOfSession(): Promise<DeviceAccount | null> {
  if (!isMemoryOnly() && (await hasAccountHistory())) return null;
  try {
    const {
      id: userId,
      username,
      addressProof,
    } = await call(authRoutes.me, { signal: AbortSignal.timeout(WAIT_MS) });
    if (username === null) return null;
    await openAccount({ userId, username, addressProof });
    return { userId, username };
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return null;
    if (!(error instanceof NoNetwork || error instanceof ApiFailure)) throw error;
    if (!isMemoryOnly()) return null;
    throw new SessionUnknown(error);
  }
}
