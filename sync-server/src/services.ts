/** Everything that a server opens once. Tests open the same, with their own clock and a folder in /tmp. */
import { join } from "node:path";
import type { ProviderName } from "@shelv/contract/sign-in";
import { OwnVisits } from "#analytics/own-visits";
import { Tracker } from "#analytics/tracker";
import { type Bus, memoryBus } from "#bus/bus";
import { busEffects } from "./bus-effects.ts";
import { commitEffects } from "./commit-effects.ts";
import { PostgresBus } from "#bus/postgres-bus";
import { DATABASE_FILE, storedSecret } from "./data-folder.ts";
import { mustBeWhole } from "#commands/copy/copy-progress";
import { CleanedCssStore, cleaningProcess } from "./page/custom-css/cleaned-css.ts";
import { DailySalt } from "./database/daily-salt.ts";
import { type Database, openDatabase } from "./database/open-database.ts";
import { versionOf } from "./shelves/sync-state/account-version.ts";
import { HeldDomains } from "./domains/held-domains.ts";
import { NameLookup } from "./domains/name-lookup.ts";
import { Alarms } from "./http/alarms.ts";
import { ResponseCache } from "#http/response-cache";
import { bugReporter, raiseOutage, type ReportBug } from "./http/answer-errors.ts";
import { hostResolver, type ResolvedHost } from "#http/hosts/resolve-host";
import { limitsWith } from "#http/rate-limits/limits";
import { RateLimits } from "#http/rate-limits/rate-limits";
import { type BackgroundModel, openBackgroundModel } from "./pictures/background-model.ts";
import { PictureEncoder } from "./pictures/picture-encoder.ts";
import type { FairQueue } from "#jobs/fair-queue";
import { openQueue } from "#jobs/shared-queues";
import { PageReader } from "#links/details/page-reader";
import { LinkWorker } from "#links/jobs/link-worker";
import { claimPictures } from "#pictures/storage/claim-pictures";
import { MediaGone, type MediaStore } from "#pictures/storage/media-store";
import { openMediaStore } from "#pictures/storage/open-media-store";
import { fileMailer } from "./mail/file-mailer.ts";
import type { Mailer } from "./mail/mailer.ts";
import { smtpMailer } from "./mail/smtp-mailer.ts";
import type { WriteDeps } from "./shelves/mutate/apply-mutations.ts";
import { WORK_LIMITS } from "./shelves/mutate/work-limits.ts";
import { type Share, WorkShares } from "./jobs/work-shares.ts";
import { OgImageArtist } from "#page/og-image/og-image-artist";
import { OG_ITEMS_MAX } from "#page/og-image/og-image-scene";
import { OgImages } from "#page/og-image/og-images";
import { Outbound } from "#outbound/outbound";
import { LargePages } from "./page/content/large-pages.ts";
import { PageCache } from "./page/cache/page-cache.ts";
import { PagePurger } from "./page/cache/page-purger.ts";
import { type PageDeps, pagesFrom } from "./page/read-page.ts";
import { readPageData } from "./page/content/read-page-data.ts";
import { SettingsError } from "./platform/settings-error.ts";
import type { Settings } from "./settings.ts";
import { Cookies } from "./sign-in/cookies.ts";
import { type ProviderClient, providerClients } from "./sign-in/provider-client.ts";
import { Sessions } from "./sign-in/sessions.ts";
import { Hub } from "#shelves/event-stream";
import { ExportReader } from "./accounts/transfer/export-reader.ts";
import type { AccountRules } from "./shelves/refresh-account.ts";

export type Services = {
  settings: Settings;
  rules: AccountRules;
  secret: string;
  db: Database;
  /** The bus to the other processes on the same database. */
  bus: Bus;
  mailer: Mailer;
  /** The folder of mail files if there is no mail server. */
  mailFolder: string;
  sessions: Sessions;
  cookies: Cookies;
  /** The salt of `hashedAddress`. */
  addressSalt: DailySalt;
  limits: RateLimits;
  /** The sign-in providers; null for those that are not configured. */
  providers: Record<ProviderName, ProviderClient | null>;
  hub: Hub;
  files: MediaStore;
  pictureQueue: FairQueue;
  pictureEncoder: PictureEncoder;
  /** The operator's model for background removal; null if not configured. */
  backgroundModel: BackgroundModel | null;
  exportReader: ExportReader;
  /** The folder of uploaded exports while they are imported. */
  importsFolder: string;
  pages: PageCache;
  /** The purger of a CDN; null if no CDN is notified of changes. */
  purger: PagePurger | null;
  ogImages: OgImages;
  heldDomains: HeldDomains;
  /** The lookup of owners' domains; null without a public URL for domains to point to. */
  names: NameLookup | null;
  outbound: Outbound;
  pageReader: PageReader;
  linkWorker: LinkWorker;
  resolveHost: (host: string | undefined) => ResolvedHost;
  pageDeps: PageDeps;
  tracker: Tracker;
  ownVisits: OwnVisits;
  responseCache: ResponseCache;
  /** What `applyMutations` needs. */
  writeDeps: WriteDeps;
  shares: WorkShares;
  now: () => Date;
  reportBug: ReportBug;
  alarms: Alarms;
  close(): Promise<void>;
};

export type ServiceOptions = {
  settings: Settings;
  /** The data folder, which exists and is writable. */
  dataFolder: string;
  now?: () => Date;
  print?: (line: string) => void;
  work?: Partial<typeof WORK_LIMITS>;
  share?: Share;
};

/** Room for about a thousand pages. Each is rebuilt every minute anyway. */
const PAGES_MAX_BYTES = 16 * 1024 * 1024;
const PREVIEWS_MAX_BYTES = 16 * 1024 * 1024;
const ANSWERS_MAX_BYTES = 16 * 1024 * 1024;
const DOMAINS_RELOADED_EVERY_MS = 5 * 60_000;
/**
 * The longest read of a request or a job's step. If PostgreSQL does not answer for longer, it is an outage.
 */
const READ_WITHIN_MS = 10_000;

export async function openServices({
  settings,
  dataFolder,
  now = () => new Date(),
  print = console.log,
  work,
  share,
}: ServiceOptions): Promise<Services> {
  const backgroundModel =
    settings.backgroundModel === null ? null : await openBackgroundModel(settings.backgroundModel);
  const secret = settings.sessionSecret ?? (await storedSecret(dataFolder));
  const alarms = new Alarms(print, now);
  const reportBug = bugReporter(print, alarms);
  const files = await openMediaStore(settings, dataFolder, (gone) => raiseOutage(alarms, gone));
  const isAlone = settings.databaseUrl === null;
  const db = await openDatabase(settings.databaseUrl ?? join(dataFolder, DATABASE_FILE), {
    readWithinMs: READ_WITHIN_MS,
  });
  await mustBeWhole(db.reader);
  await claimPictures({ db, files, now }).catch((error: unknown) => {
    if (error instanceof MediaGone && error.isRefused)
      throw new SettingsError(error.message, { cause: error });
    // The sweep claims them before it removes any: pages need neither a bucket nor a database that takes
    // writes.
    reportBug(error);
  });
  const mailFolder = join(dataFolder, "mail");
  const mailer = settings.smtpUrl
    ? smtpMailer(settings.smtpUrl, settings.mailFrom)
    : fileMailer(mailFolder, settings.mailFrom, print);
  const rules = { hasPlanLimits: settings.hasPlanLimits };
  const hub = new Hub();
  const cleanedCss = new CleanedCssStore(db, cleaningProcess(), (error) => void reportBug(error));
  const pageDeps: PageDeps = {
    reader: db.reader,
    now,
    hasPlanLimits: rules.hasPlanLimits,
    publicUrl: settings.publicUrl,
    reportUrl: settings.reportUrl,
    large: new LargePages(db.reader),
    cleanedCss,
  };
  const pictureQueue = openQueue("pictures");
  const pictureEncoder = new PictureEncoder();
  const artist = new OgImageArtist();
  const ogImages = new OgImages(
    {
      readPage: async (username) =>
        (
          await readPageData(db.reader, username, {
            now: now(),
            hasPlanLimits: rules.hasPlanLimits,
            viewerId: null,
            maxItems: OG_ITEMS_MAX,
          })
        )?.page ?? null,
      readPicture: (sha256, file) => files.read(sha256, file),
      artist,
    },
    { maxBytes: PREVIEWS_MAX_BYTES },
  );
  const pages = new PageCache(pagesFrom(pageDeps), {
    maxBytes: PAGES_MAX_BYTES,
    now,
    isListening: () => bus.isListening,
    onGone: ({ ogImagePath }) => void (ogImagePath !== null && ogImages.drop(ogImagePath)),
  });
  const heldDomains = new HeldDomains(db.reader);
  await heldDomains.reload();
  // A process may die after changing a domain and before announcing it.
  const reloading = isAlone
    ? undefined
    : setInterval(() => void heldDomains.reload().catch(reportBug), DOMAINS_RELOADED_EVERY_MS).unref();
  const purger =
    settings.purge &&
    new PagePurger({ purge: settings.purge, names: settings, reader: db.reader, heldDomains, alarms });
  const names =
    settings.publicUrl === null
      ? null
      : new NameLookup({
          servers: settings.dnsServers,
          targetName: settings.pageHost ?? new URL(settings.publicUrl).hostname,
          now,
        });
  const tracker = new Tracker(db, now);
  const ownVisits = new OwnVisits({
    db,
    now,
    reportBug,
    onNew: (mark, userId) => bus.send({ kind: "ownVisit", mark, userId }),
  });
  const responseCache = new ResponseCache(
    ANSWERS_MAX_BYTES,
    isAlone ? null : (userId) => versionOf(db.reader, userId),
  );
  const sessions = new Sessions(db, now, isAlone ? null : () => bus.isListening);
  const limits = new RateLimits(
    db,
    now,
    ([limit, whom], points) => bus.send({ kind: "limitTaken", limit, whom, points }),
    limitsWith(settings.signInCodesAnHour),
  );
  const bus: Bus =
    settings.databaseUrl === null
      ? memoryBus
      : await PostgresBus.open(
          settings.databaseUrl,
          db.writer,
          busEffects({
            pages,
            responseCache,
            hub,
            sessions,
            heldDomains,
            limits,
            ownVisits,
            reportBug,
          }),
        );
  const shares = new WorkShares(share);
  const writeDeps: WriteDeps = {
    db,
    now,
    hasPlanLimits: rules.hasPlanLimits,
    work: { ...WORK_LIMITS, ...work, waitMs: (userId) => shares.waitMs(userId) },
    ...commitEffects({
      pages,
      purger,
      responseCache,
      cleanedCss,
      hub,
      bus,
      wakeLinkWorker: () => linkWorker.wake(),
    }),
    onBug: (error) => void reportBug(error),
  };
  const outbound = new Outbound({
    settings: settings.outbound,
    ...settings,
    folder: join(dataFolder, "fetched"),
  });
  const pageReader = new PageReader((error) => void reportBug(error));
  const exportReader = new ExportReader();
  const linkWorker = new LinkWorker({
    db,
    writeDeps,
    files,
    pictureQueue,
    limits,
    pictureEncoder,
    outbound,
    pageReader,
    now,
    reportBug,
  });
  return {
    settings,
    rules,
    secret,
    db,
    bus,
    mailer,
    mailFolder,
    sessions,
    cookies: new Cookies(settings),
    addressSalt: new DailySalt(db.writer, "address", now),
    limits,
    providers: providerClients(settings, reportBug),
    hub,
    files,
    pictureQueue,
    pictureEncoder,
    backgroundModel,
    exportReader,
    importsFolder: join(dataFolder, "imports"),
    pages,
    purger,
    ogImages,
    heldDomains,
    names,
    outbound,
    pageReader,
    linkWorker,
    resolveHost: hostResolver({ ...settings, usernameOf: (name) => heldDomains.usernameOf(name) }),
    pageDeps,
    tracker,
    ownVisits,
    responseCache,
    writeDeps,
    shares,
    now,
    reportBug,
    alarms,
    async close() {
      clearInterval(reloading);
      hub.closeAll();
      mailer.close();
      names?.close();
      outbound.close();
      await linkWorker.stop();
      pageReader.close();
      pictureEncoder.close();
      exportReader.close();
      artist.close();
      cleanedCss.close();
      await tracker.close();
      await ownVisits.close();
      await purger?.close();
      await bus.close();
      await db.close();
      files.close();
    },
  };
}
