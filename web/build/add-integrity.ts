import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ManifestTransform } from "workbox-build";

/** It adds its public address (sync-server/src/web-app/with-address.ts). */
const COMPLETED_BY_SERVER = "landing.html";

/**
 * With each file's hash in the service worker's list, browsers reject other bytes, such as a proxy's
 * replacement.
 */
export const addIntegrity =
  (folder: string): ManifestTransform =>
  async (entries) => ({
    manifest: await Promise.all(
      entries.map(async (entry) =>
        entry.url === COMPLETED_BY_SERVER
          ? entry
          : { ...entry, integrity: await integrityOf(join(folder, entry.url)) },
      ),
    ),
  });

const integrityOf = async (path: string): Promise<string> =>
  `sha256-${createHash("sha256")
    .update(await readFile(path))
    .digest("base64")}`;
