/** The database that says whose account is open on this device (current-account.ts), and its newest shape. Dexie counts both. */
export const DEVICE_NAME = "shelv-device";
export const DEVICE_VERSION = 2;

/** The database that holds what this device has of an account. */
export const databaseName = (userId: string) => `shelv-${userId}`;

/** Its newest shape (local-store.ts). */
export const STORE_VERSION = 6;
