/**
 * The layers of the app, from the outside in: common headers, then the API, pictures, the app's screens, and
 * last owners' pages, since a username may be almost anything.
 */
import { SERVER_PATHS } from "@shelv/contract/paths";
import { Refusal } from "@shelv/contract/refusal";
import { type Context, Hono } from "hono";
import { contextStorage } from "hono/context-storage";
import { serveTlsAsk, TLS_ASK_PATH } from "#domains/serve-tls-ask";
import { findUser } from "#database/find-user";
import { answerErrors } from "#http/answer-errors";
import type { Api } from "#http/bind-route";
import { oneSlash } from "#http/hosts/one-slash";
import { onAppHost, pageHosts } from "#http/hosts/page-hosts";
import { readyJson } from "#http/ready-json";
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
import type { Services } from "#services";
import { completePendingSignOut } from "#sign-in/sign-in";
import type { Session } from "#http/session";
import { clientNetwork } from "#http/rate-limits/hashed-address";
import type { WebApp } from "#web-app/load-web-app";
import { serveShare, serveWebApp } from "#web-app/serve-web-app";

export type AppOptions = { webApp: WebApp; checksAnswers?: boolean };

export function createApp(services: Services, { webApp, checksAnswers = false }: AppOptions): Hono {
  const { settings, reportBug, db, files, pages, responseCache, shares } = services;
  const isSuspended = async (usernameKey: string) =>
    (await findUser(db.reader, usernameKey))?.isSuspended ?? false;
  const app = new Hono();
  app.onError(answerErrors(reportBug, services.alarms));
  app.use(securityHeaders(settings));
  app.use(oneSlash);
  app.use(
    pageHosts({
      resolveHost: services.resolveHost,
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
  app.use(onAppHost(completePendingSignOut(services)));

  const api: Api = {
    app,
    checksAnswers,
    responseCache,
    shares,
    readyJson: readyJson(headersOfAll(settings)),
    sessionOf: (c) => sessionOf(services, c),
    isLive: (session) => services.sessions.isLive(session),
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
    serve(api, services);
  app.all(`${SERVER_PATHS.api}/*`, () => {
    throw new Refusal("not-found");
  });

  serveFonts(app);
  serveOgImages(app, services);
  serveMedia(app, files);
  serveHealth(app, services);
  serveTlsAsk(app, services);
  serveCrawlers(app, { reader: db.reader, publicUrl: settings.publicUrl, now: services.now });

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
      return isTheirs && viewer
        ? hiddenPageOf(services.pageDeps, { username, viewerId: viewer.userId })
        : null;
    },
  });
  app.notFound(notFound);
  return app;
}

/** The caller's session. Its use renews it, in the database and in the browser. */
async function sessionOf(
  { cookies, sessions, ownVisits, settings, addressSalt }: Services,
  c: Context,
): Promise<Session | null> {
  const held = cookies.currentSession(c);
  const session = held ? await sessions.find(held.token) : null;
  if (!held || !session) return null;
  ownVisits.note(session.userId, {
    network: await clientNetwork({ settings, addressSalt }, c),
    userAgent: c.req.header("User-Agent") ?? "",
  });
  const isDue = sessions.isDue(session);
  if (isDue) await sessions.renew(session);
  if (isDue || held.isOldName) cookies.write(c, "session", held.token);
  return session;
}
