/**
 * Google or Apple, by browser pages that end at /login. The return proves no origin (Apple's is a form posted
 * by another site): only the state counts, derived from the cookie of the start.
 */
import { SCREEN_PATHS } from "@shelv/contract/paths";
import { Refusal } from "@shelv/contract/refusal";
import { authRoutes } from "@shelv/contract/routes/auth";
import { type ProviderName, SIGNED_IN_STEP } from "@shelv/contract/sign-in";
import type { Context } from "hono";
import { write } from "#database/transaction";
import { type Api, bindRoute } from "#http/bind-route";
import { clientNetworks } from "#http/rate-limits/hashed-address";
import { comesFromElsewhere, type SiteSettings } from "#http/hosts/same-origin";
import type { Database } from "#database/open-database";
import { type RateLimits, takenByNetworks } from "#http/rate-limits/rate-limits";
import type { ProviderClient } from "#sign-in/provider-client";
import type { AccountRules } from "#shelves/refresh-account";
import { startSession, type EntranceDeps } from "#sign-in/sign-in";
import { userOfIdentity } from "#sign-in/registration";
import {
  type ProviderAttempt,
  secretsOf,
  startProviderAttempt,
  useUpProviderAttempt,
} from "#sign-in/provider-attempts";
import { createSession } from "#sign-in/sessions";
import type { AskerDeps } from "#sign-in/sign-in-limits";
import { hashOfToken, isSameHash } from "#platform/token";

const CARRIED_MAX_LENGTH = 2000;

type ProviderDeps = AskerDeps &
  EntranceDeps & {
    db: Database;
    limits: RateLimits;
    now: () => Date;
    providers: Record<ProviderName, ProviderClient | null>;
    rules: AccountRules;
    settings: SiteSettings;
  };

export function serveProviders(api: Api, deps: ProviderDeps): void {
  const { providers } = deps;

  bindRoute(api, authRoutes.providers, () => ({
    google: providers.google !== null,
    apple: providers.apple !== null,
  }));

  bindRoute(api, authRoutes.startSocial, ({ params, c }) =>
    endsAtLogin(c, () => start(deps, params.provider, c)),
  );

  bindRoute(api, authRoutes.returnFromSocial, ({ params, c }) =>
    endsAtLogin(c, () => comeBack(deps, params.provider, c.req.query(), c)),
  );

  bindRoute(api, authRoutes.returnFromSocialByForm, ({ params, body, c }) =>
    endsAtLogin(c, () => comeBack(deps, params.provider, body, c)),
  );
}

async function start(deps: ProviderDeps, provider: ProviderName, c: Context): Promise<string> {
  const { cookies, db, limits, now, settings } = deps;
  // Else any site could sign its visitors in and out with a link.
  if (comesFromElsewhere(c, settings)) throw new Refusal("wrong-origin");
  await limits.take(...takenByNetworks("provider-starts", await clientNetworks(deps, c)));
  const client = clientOf(deps, provider);
  const session = cookies.currentSession(c)?.token;
  const token = await startProviderAttempt(db.writer, {
    provider,
    sessionHash: session === undefined ? null : hashOfToken(session),
    ...carried(c),
    now: now(),
  });
  const address = await client.addressFor(token);
  cookies.write(c, provider, token);
  return address;
}

async function comeBack(
  deps: ProviderDeps,
  provider: ProviderName,
  answer: Record<string, string>,
  c: Context,
): Promise<string> {
  const { cookies, db, limits, now, rules, secret } = deps;
  const client = clientOf(deps, provider);
  const token = cookies.read(c, provider);
  if (token === undefined || !isSameHash(answer.state ?? "", secretsOf(token).state))
    throw new Refusal("provider-expired");
  // Only now: any site can send its visitors here, but without the state.
  await limits.take(...takenByNetworks("provider-returns", await clientNetworks(deps, c)));
  cookies.remove(c, provider);
  const attempt = await useUpProviderAttempt(db.writer, { token, provider, now: now() });
  try {
    const identity = await client.identityOf(token, answer);
    const { user, sessionToken } = await write(db.writer, null, async (trx) => {
      const found = await userOfIdentity(trx, identity, { now: now(), rules, secret });
      return { user: found, sessionToken: await createSession(trx, found.id, now()) };
    });
    await startSession(deps, c, { user, sessionToken, earlierHash: attempt.sessionHash });
    return loginPath({ step: SIGNED_IN_STEP, ...attempt });
  } catch (error) {
    if (error instanceof Refusal) return loginPath({ error: error.code, ...attempt });
    throw error;
  }
}

function clientOf({ providers }: ProviderDeps, provider: ProviderName) {
  const client = providers[provider];
  if (client === null) throw new Refusal("provider-off");
  return client;
}

async function endsAtLogin(c: Context, work: () => Promise<string>): Promise<Response> {
  c.header("Cache-Control", "no-store");
  try {
    return c.redirect(await work(), 303);
  } catch (error) {
    if (error instanceof Refusal) return c.redirect(loginPath({ error: error.code, ...carried(c) }), 303);
    throw error;
  }
}

const carried = (c: Context) => ({
  next: short(c.req.query("next")),
  username: short(c.req.query("username")),
});

const short = (text: string | undefined): string | null =>
  text && text.length <= CARRIED_MAX_LENGTH ? text : null;

function loginPath(
  search: { step?: string; error?: string } & Pick<ProviderAttempt, "next" | "username">,
): string {
  const said = Object.entries({
    step: search.step,
    error: search.error,
    next: search.next,
    username: search.username,
  });
  const query = new URLSearchParams(
    said.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  return `${SCREEN_PATHS.login}?${query.toString()}`;
}
