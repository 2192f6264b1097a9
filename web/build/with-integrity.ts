import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ManifestTransform } from "workbox-build";

/** The server adds the address under which it is reached (sync-server/src/web-app/with-address.ts). */
const COMPLETED_BY_SERVER = "landing.html";

/** The service worker's list names each file's hash, and browsers refuse what has another: a file that was exchanged on the way is no file of this build. */
export const withIntegrity =
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
