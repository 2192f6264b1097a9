import type { Database } from "#database/open-database";
import type { HeldDomains } from "#domains/held-domains";
import type { Alarms } from "#http/alarms";
import type { ReportBug } from "#http/answer-errors";
import type { MediaStore } from "#pictures/storage/media-store";
import { PageCache } from "./cache/page-cache.ts";
import { PagePurger, type PurgeSettings } from "./cache/page-purger.ts";
import { LargePages } from "./content/large-pages.ts";
import { readPageData } from "./content/read-page-data.ts";
import { CleanedCssStore, cleaningProcess } from "./custom-css/cleaned-css.ts";
import { OgImageArtist } from "./og-image/og-image-artist.ts";
import { OG_ITEMS_MAX } from "./og-image/og-image-scene.ts";
import { OgImages } from "./og-image/og-images.ts";
import { type PageDeps, pagesFrom } from "./read-page.ts";

/** About 800 pages. Each is rebuilt every minute anyway. */
const PAGES_MAX_BYTES = 16 * 1024 * 1024;
const PREVIEWS_MAX_BYTES = 16 * 1024 * 1024;

type PageSettings = {
  publicUrl: string | null;
  pageHost: string | null;
  reportUrl: string | null;
  purge: PurgeSettings | null;
  hasPlanLimits: boolean;
};

type Deps = {
  db: Database;
  files: MediaStore;
  heldDomains: HeldDomains;
  alarms: Alarms;
  now: () => Date;
  reportBug: ReportBug;
  /** Whether this process is notified at once of what another one changes. */
  isListening: () => boolean;
};

export type Page = {
  pages: PageCache;
  pageDeps: PageDeps;
  cleanedCss: CleanedCssStore;
  ogImages: OgImages;
  /** Null if no CDN is notified of changes. */
  purger: PagePurger | null;
  close(): Promise<void>;
};

export function openPage(
  { publicUrl, pageHost, reportUrl, purge, hasPlanLimits }: PageSettings,
  { db, files, heldDomains, alarms, now, reportBug, isListening }: Deps,
): Page {
  const cleanedCss = new CleanedCssStore(db, cleaningProcess(), (error) => void reportBug(error));
  const large = new LargePages(db.reader);
  const pageDeps = { reader: db.reader, now, hasPlanLimits, publicUrl, reportUrl, large, cleanedCss };
  const artist = new OgImageArtist();
  const visitors = { hasPlanLimits, viewerId: null, maxItems: OG_ITEMS_MAX };
  const ogImages = new OgImages(
    {
      readPage: async (username) =>
        (await readPageData(db.reader, username, { ...visitors, now: now() }))?.page ?? null,
      readPicture: (sha256, file) => files.read(sha256, file),
      artist,
    },
    { maxBytes: PREVIEWS_MAX_BYTES },
  );
  const pages = new PageCache(pagesFrom(pageDeps), {
    maxBytes: PAGES_MAX_BYTES,
    now,
    isListening,
    onGone: ({ ogImagePath }) => void (ogImagePath !== null && ogImages.drop(ogImagePath)),
  });
  const names = { publicUrl, pageHost };
  const purger = purge && new PagePurger({ purge, names, reader: db.reader, heldDomains, alarms });
  return {
    pages,
    pageDeps,
    cleanedCss,
    ogImages,
    purger,
    async close() {
      artist.close();
      cleanedCss.close();
      await purger?.close();
    },
  };
}
