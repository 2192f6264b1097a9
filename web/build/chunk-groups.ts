/**
 * Without groups there are ninety files, and each request costs a slow phone several ms. What a listed module
 * imports joins its group.
 */
import { join } from "node:path";
import { normalizePath } from "vite";

/** For every signed-in screen and the list of all items, or too small for a request of their own. */
export const SIGNED_IN_FILES = [
  "packages/public-page/src/text/truncate.ts",
  "web/src/domain/tray/overwritten-notices.module.css",
  "web/src/domain/tray/overwritten-notices.tsx",
  "web/src/domain/items/delete-item-dialog.tsx",
  "web/src/domain/items/item-dialog.tsx",
  "web/src/domain/items/thumbnail.module.css",
  "web/src/domain/items/thumbnail.tsx",
  "web/src/domain/items/use-virtual-rows.ts",
  "web/src/domain/share-inbox/paste-button.tsx",
  "web/src/routes/items-screen.tsx",
  "web/src/routes/loading/prefetch-screen-data.ts",
  "web/src/routes/shelves-screen.tsx",
  "web/src/routes/signed-in-screen.tsx",
  "web/src/session/session-account.ts",
  "web/src/ui/buttons/back-link.tsx",
  "web/src/ui/forms/field-group.tsx",
  "web/src/words/format/shown-url.ts",
];

export const STORE_FILES = [
  "web/src/accounts/device-database.ts",
  "web/src/local-store/local-store.ts",
  "web/src/local-store/unsynced/share-inbox-database.ts",
];
export const STORE_PACKAGES = ["dexie", "dexie-react-hooks"];

/** Never needed at start: cached from the first use on (service-worker/late-files.ts). */
export const LATE_PACKAGES = ["fake-indexeddb", "onnxruntime-web"];

export const ROOT = join(import.meta.dirname, "../..");

const isFileOf = (files: readonly string[]) => {
  const moduleIds = new Set(files.map((file) => normalizePath(join(ROOT, file))));
  return (moduleId: string) => moduleIds.has(normalizePath(moduleId));
};
const isIn = (packages: readonly string[]) => (moduleId: string) =>
  packages.some((name) => normalizePath(moduleId).includes(`/node_modules/${name}/`));

const [isSignedInFile, isStoreFile, isInStorePackage] = [
  isFileOf(SIGNED_IN_FILES),
  isFileOf(STORE_FILES),
  isIn(STORE_PACKAGES),
];

export const isLate = isIn(LATE_PACKAGES);

export const CHUNK_GROUPS = [
  { name: "start", tags: ["$initial" as const], priority: 2 },
  { name: "signed-in", test: isSignedInFile, priority: 1 },
  {
    name: "local-store",
    test: (moduleId: string) => isStoreFile(moduleId) || isInStorePackage(moduleId),
    priority: 1,
  },
];
