/**
 * Google or Apple. Browser pages, not API calls: every result ends at /login. The return has no proof of its
 * origin (Apple's is a form posted by another site): only the state counts, derived from the cookie of the
 * start.
 */
import { SCREEN_PATHS } from "@shelv/contract/paths";
import { Refusal } from "@shelv/contract/refusal";
import { authRoutes } from "@shelv/contract/routes/auth";
import { type ProviderName, SIGNED_IN_STEP } from "@shelv/contract/sign-in";
import type { Context } from "hono";
import { write } from "#database/transaction";
import { type Api, bindRoute } from "#http/bind-route";
import { comesFromElsewhere } from "#http/hosts/same-origin";
import type { Services } from "#services";
import { startSession } from "#sign-in/sign-in";
import { userOfIdentity } from "#sign-in/registration";
import {
  type ProviderAttempt,
  secretsOf,
  startProviderAttempt,
  useUpProviderAttempt,
} from "#sign-in/provider-attempts";
import { createSession } from "#sign-in/sessions";
import { networkOf } from "#sign-in/sign-in-limits";
import { hashOfToken, isSameHash } from "#sign-in/token";

const CARRIED_MAX_LENGTH = 2000;

export function serveProviders(api: Api, services: Services): void {
  const { providers } = services;

  bindRoute(api, authRoutes.providers, () => ({
    google: providers.google !== null,
    apple: providers.apple !== null,
  }));

  bindRoute(api, authRoutes.startSocial, ({ params, c }) =>
    endsAtLogin(c, () => start(services, params.provider, c)),
  );

  bindRoute(api, authRoutes.returnFromSocial, ({ params, c }) =>
    endsAtLogin(c, () => comeBack(services, params.provider, c.req.query(), c)),
  );

  bindRoute(api, authRoutes.returnFromSocialByForm, ({ params, body, c }) =>
    endsAtLogin(c, () => comeBack(services, params.provider, body, c)),
  );
}

async function start(services: Services, provider: ProviderName, c: Context): Promise<string> {
  const { cookies, db, limits, now, settings } = services;
  // Without this check any site could sign its visitors in and out with a link.
  if (comesFromElsewhere(c, settings)) throw new Refusal("wrong-origin");
  await limits.take(["provider-starts-by-network", await networkOf(services, c)]);
  const client = clientOf(services, provider);
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
  services: Services,
  provider: ProviderName,
  answer: Record<string, string>,
  c: Context,
): Promise<string> {
  const { cookies, db, limits, now, rules, secret } = services;
  await limits.take(["provider-returns-by-network", await networkOf(services, c)]);
  const client = clientOf(services, provider);
  const token = cookies.read(c, provider);
  if (token === undefined || !isSameHash(answer.state ?? "", secretsOf(token).state))
    throw new Refusal("provider-expired");
  cookies.remove(c, provider);
  const attempt = await useUpProviderAttempt(db.writer, { token, provider, now: now() });
  try {
    const identity = await client.identityOf(token, answer);
    const { user, sessionToken } = await write(db.writer, null, async (trx) => {
      const found = await userOfIdentity(trx, identity, { now: now(), rules, secret });
      return { user: found, sessionToken: await createSession(trx, found.id, now()) };
    });
    await startSession(services, c, { email: user.email, sessionToken, earlierHash: attempt.sessionHash });
    return loginPath({ step: SIGNED_IN_STEP, ...attempt });
  } catch (error) {
    if (error instanceof Refusal) return loginPath({ error: error.code, ...attempt });
    throw error;
  }
}

function clientOf({ providers }: Services, provider: ProviderName) {
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

/** The parameters of /login. */
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
