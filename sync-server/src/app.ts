/** The table of contents: what a server opens, and what answers its requests. */
import { join } from "node:path";
import { OwnVisits } from "#analytics/visitor/own-visits";
import { Tracker } from "#analytics/tracker";
import { ExportReader } from "#accounts/transfer/export-reader";
import { type Bus, memoryBus } from "#bus/bus";
import { PostgresBus } from "#bus/postgres-bus";
import { mustBeWhole } from "#commands/copy/copy-progress";
import { openDatabase } from "#database/open-database";
import { openDomains } from "#domains/open-domains";
import { Alarms } from "#http/alarms";
import { hostResolver } from "#http/hosts/resolve-host";
import { limitsWith } from "#http/rate-limits/limits";
import { RateLimits } from "#http/rate-limits/rate-limits";
import { ResponseCache } from "#http/response-cache";
import { LongAnswers } from "#http/json/long-answers";
import { type WorkQuota, WorkQuotas } from "#jobs/work-quotas";
import { openLinks } from "#links/open-links";
import { openMail } from "#mail/open-mail";
import { Outbound } from "#outbound/outbound";
import { openPage } from "#page/open-page";
import { claimAtStart, openPictures } from "#pictures/open-pictures";
import { Hub } from "#shelves/event-stream";
import type { WriteDeps } from "#shelves/mutate/apply-mutations";
import { WORK_LIMITS } from "#shelves/mutate/work-limits";
import { versionOf } from "#shelves/sync-state/account-version";
import { currentSession } from "#sign-in/current-session";
import { openSignIn } from "#sign-in/open-sign-in";
import { busEffects } from "./bus-effects.ts";
import { commitEffects } from "./commit-effects.ts";
import { DATABASE_FILE, storedSecret } from "./data-folder.ts";
import type { Settings } from "./settings.ts";
import { SERVER_PATHS } from "@shelv/contract/paths";
import { Refusal } from "@shelv/contract/refusal";
import { Hono } from "hono";
import { contextStorage } from "hono/context-storage";
import { serveTlsAsk, TLS_ASK_PATH } from "#domains/serve-tls-ask";
import { findUser } from "#database/find-user";
import { answerErrors, bugReporter } from "#http/answer-errors";
import { type Api, chargeQuota } from "#http/bind-route";
import { oneSlash } from "#http/hosts/one-slash";
import { onAppHost, pageHosts } from "#http/hosts/page-hosts";
import { readyJson } from "#http/json/ready-json";
import { serveHealth } from "#routes/serve-health";
import { sameOriginOnly } from "#http/hosts/same-origin";
import { headersOfAll, securityHeaders } from "#http/security-headers";
import { serveMedia, serveOgImages } from "#routes/media-routes";
import { STRANGER_POLICY } from "#page/page-policy";
import { pageOfHost, serveFonts, servePublicPages } from "#page/public-page-route";
import { serveAccount, servePlan } from "#routes/account/account-routes";
import { serveAnalytics } from "#routes/analytics-routes";
import { hiddenPageOf } from "#page/read-page";
import { serveCrawlers } from "#page/serve-crawlers";
import { serveAuth } from "#routes/account/auth-routes";
import { serveBackgroundModel } from "#pictures/background-model";
import { serveCategories } from "#routes/shelves/category-routes";
import { serveDeletions, serveShelves } from "#routes/shelves/shelf-routes";
import { serveDocs } from "#routes/docs-routes";
import { serveDomains } from "#routes/account/domain-routes";
import { serveCapture } from "#routes/shelves/capture-routes";
import { serveItems } from "#routes/shelves/item-routes";
import { serveLinkDetails } from "#routes/shelves/link-details-routes";
import { serveOnboarding, serveProfile } from "#routes/profile-routes";
import { serveSettings } from "#routes/account/settings-routes";
import { serveProviders } from "#routes/account/provider-routes";
import { serveSync } from "#routes/sync-routes";
import { serveUsers } from "#routes/user-routes";
import { serveUnsubscribe } from "#routes/account/unsubscribe-routes";
import { completePendingSignOut } from "#sign-in/sign-in";
import type { WebApp } from "#web-app/load-web-app";
import { serveShare, serveWebApp } from "#web-app/serve-web-app";

export type AppOptions = {
  settings: Settings;
  /** Exists and is writable. */
  dataFolder: string;
  now?: () => Date;
  print?: (line: string) => void;
  work?: Partial<typeof WORK_LIMITS>;
  workQuota?: WorkQuota;
};

/** Only the files beside this one see all of it. */
export type App = Awaited<ReturnType<typeof openApp>>;

const ANSWERS_MAX_BYTES = 16 * 1024 * 1024;
/** Of a request or a job's step. After that it is an outage. */
const READ_WITHIN_MS = 10_000;

/** Gives each subject the few things that it needs. Tests open the same, with their own clock. */
export async function openApp({
  settings,
  dataFolder,
  now = () => new Date(),
  print = console.log,
  work,
  workQuota,
}: AppOptions) {
  const alarms = new Alarms(print, now);
  const reportBug = bugReporter(print, alarms);
  const secret = settings.sessionSecret ?? (await storedSecret(dataFolder));
  const { hasPlanLimits } = settings;
  const pictures = await openPictures(settings, { dataFolder, alarms });

  const isAlone = settings.databaseUrl === null;
  const db = await openDatabase(settings.databaseUrl ?? join(dataFolder, DATABASE_FILE), {
    readWithinMs: READ_WITHIN_MS,
  });
  const { reader } = db;
  await mustBeWhole(reader);
  await claimAtStart(reportBug, { db, files: pictures.files, now });

  const isListening = () => bus.isListening;
  const responseCache = new ResponseCache(
    ANSWERS_MAX_BYTES,
    isAlone ? null : (userId) => versionOf(reader, userId),
  );
  const workQuotas = new WorkQuotas(workQuota);
  const limits = new RateLimits(
    db,
    now,
    ([limit, whom], points) => bus.send({ kind: "limitTaken", limit, whom, points }),
    limitsWith(settings.signInCodesAnHour),
  );
  const hub = new Hub();
  const outbound = new Outbound({
    settings: settings.outbound,
    ...settings,
    folder: join(dataFolder, "fetched"),
  });

  const tracker = new Tracker(db, now);
  const ownVisits = new OwnVisits({
    db,
    now,
    reportBug,
    onNew: (mark, userId) => bus.send({ kind: "ownVisit", mark, userId }),
  });
  const domains = await openDomains(settings, { reader, isAlone, now, reportBug });
  const { heldDomains } = domains;
  const page = openPage(settings, { db, ...pictures, heldDomains, alarms, now, reportBug, isListening });
  const mail = openMail(settings, { dataFolder, print });
  const signIn = openSignIn(settings, { db, now, reportBug, isListening: isAlone ? null : isListening });
  const exportReader = new ExportReader();

  const held = { ...page, ...signIn, responseCache, hub, heldDomains, limits, ownVisits, reportBug };
  const bus: Bus =
    settings.databaseUrl === null
      ? memoryBus
      : await PostgresBus.open(settings.databaseUrl, db.writer, busEffects(held));
  const writeDeps: WriteDeps = {
    db,
    now,
    hasPlanLimits,
    work: { ...WORK_LIMITS, ...work, waitMs: (userId) => workQuotas.waitMs(userId) },
    ...commitEffects({ ...held, bus, wakeLinkWorker: () => links.linkWorker.wake() }),
    onBug: (error) => void reportBug(error),
  };
  const links = openLinks({ db, writeDeps, ...pictures, limits, outbound, now, reportBug });

  return {
    ...pictures,
    ...domains,
    ...page,
    ...mail,
    ...signIn,
    ...links,
    settings,
    rules: { hasPlanLimits },
    secret,
    db,
    bus,
    limits,
    hub,
    outbound,
    exportReader,
    /** For exports while they are imported or sent. */
    transfersFolder: join(dataFolder, "transfers"),
    resolveHost: hostResolver({ ...settings, usernameOf: (name) => heldDomains.usernameOf(name) }),
    tracker,
    ownVisits,
    responseCache,
    writeDeps,
    workQuotas,
    now,
    reportBug,
    alarms,
    async close() {
      hub.closeAll();
      mail.mailer.close();
      domains.close();
      outbound.close();
      await links.close();
      pictures.pictureEncoder.close();
      exportReader.close();
      await page.close();
      await tracker.close();
      await ownVisits.close();
      await bus.close();
      await db.close();
      pictures.files.close();
    },
  };
}

export type RequestOptions = { webApp: WebApp; checksAnswers?: boolean };

/**
 * From the outside in: common headers, then the API, pictures, the app's screens, and last owners' pages,
 * since a username may be almost anything.
 */
export function createApp(opened: App, { webApp, checksAnswers = false }: RequestOptions): Hono {
  const { settings, reportBug, db, pages, responseCache, workQuotas } = opened;
  const isSuspended = async (usernameKey: string) =>
    (await findUser(db.reader, usernameKey))?.isSuspended ?? false;
  const app = new Hono();
  app.onError(answerErrors(reportBug, opened.alarms));
  app.use(securityHeaders(settings));
  app.use(oneSlash);
  app.use(
    pageHosts({
      resolveHost: opened.resolveHost,
      publicUrl: settings.publicUrl,
      strangerPolicy: STRANGER_POLICY,
      onAnyHost: [SERVER_PATHS.health, SERVER_PATHS.ready, TLS_ASK_PATH],
      answerPage: pageOfHost({
        pages,
        isSuspended,
        appUrl: settings.publicUrl ?? "",
        always: headersOfAll(settings, { isAppHost: false }),
        isPurged: settings.purge !== null,
      }),
    }),
  );
  serveShare(app);
  app.use(`${SERVER_PATHS.api}/*`, contextStorage());
  app.use(onAppHost(sameOriginOnly(settings)));
  app.use(onAppHost(completePendingSignOut(opened)));

  const api: Api = {
    app,
    checksAnswers,
    responseCache,
    longAnswers: new LongAnswers(),
    workQuotas,
    readyJson: readyJson(headersOfAll(settings)),
    sessionOf: (c) => currentSession(opened, c),
    isLive: (session) => opened.sessions.isLive(session),
  };
  for (const serve of [
    serveAuth,
    serveProviders,
    serveShelves,
    serveCategories,
    serveItems,
    serveLinkDetails,
    serveCapture,
    serveProfile,
    serveSettings,
    servePlan,
    serveOnboarding,
    serveUsers,
    serveAnalytics,
    serveSync,
    serveAccount,
    serveDeletions,
    serveDomains,
    serveUnsubscribe,
    serveDocs,
    serveBackgroundModel,
  ])
    serve(api, opened);
  app.all(`${SERVER_PATHS.api}/*`, () => {
    throw new Refusal("not-found");
  });

  serveFonts(app);
  serveOgImages(app, opened);
  serveMedia(app, opened);
  serveHealth(app, opened);
  serveTlsAsk(app, opened);
  serveCrawlers(app, { reader: db.reader, publicUrl: settings.publicUrl, now: opened.now });

  const { notFound } = serveWebApp(app, webApp);
  app.all(`${SERVER_PATHS.assets}/*`, (c) => c.text("There is nothing here", 404));
  servePublicPages(app, {
    pages,
    isSuspended,
    always: headersOfAll(settings),
    isPurged: settings.purge !== null,
    async ownPage(c, username) {
      const viewer = await api.sessionOf(c);
      const isTheirs = viewer?.username?.toLowerCase() === username.toLowerCase();
      if (!isTheirs || !viewer) return null;
      const look = { username, viewerId: viewer.userId };
      return chargeQuota(api, viewer, () => hiddenPageOf(opened.pageDeps, look));
    },
  });
  app.notFound(notFound);
  return app;
}
