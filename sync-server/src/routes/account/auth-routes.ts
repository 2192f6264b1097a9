import { Refusal } from "@shelv/contract/refusal";
import { authRoutes, type CurrentUser } from "@shelv/contract/routes/auth";
import { type Api, bindRoute } from "#http/bind-route";
import type { Services } from "#services";
import { addressOfAttempt, attemptCookie, attemptTokens } from "#sign-in/attempts";
import { completeRegistration, isUsernameFree, type User } from "#sign-in/registration";
import { sendCode, signOut, startSession, verifyCode } from "#sign-in/sign-in";
import { askerOf, networkOf, takeForCode, takeForTry } from "#sign-in/sign-in-limits";
import { keyedHash } from "#sign-in/token";
import { refreshAccount } from "#shelves/refresh-account";
import { profileAnswerOf } from "#routes/answers";

export function serveAuth(api: Api, services: Services): void {
  const { bus, db, cookies, sessions, limits } = services;

  bindRoute(api, authRoutes.me, ({ caller }) => currentUserOf(services, { ...caller, id: caller.userId }));

  bindRoute(api, authRoutes.sendCode, async ({ body, c }) => {
    const asker = await askerOf(services, c, body.email);
    const held = cookies.read(c, "attempt");
    const { token: earlierToken } = attemptTokens(held);
    const asked = { email: body.email, earlierToken, network: asker.network };
    cookies.write(
      c,
      "attempt",
      attemptCookie(await takeForCode(services, asker, () => sendCode(services, asked)), held),
    );
  });

  bindRoute(api, authRoutes.verifyCode, async ({ body, c }) => {
    const { token, earlierTokens } = attemptTokens(cookies.read(c, "attempt"));
    if (token === undefined) throw new Refusal("cookie-missing");
    const email = await addressOfAttempt(db.reader, token);
    if (email === null) throw new Refusal("code-expired");
    const { giveBack } = await takeForTry(services, await askerOf(services, c, email));
    const { user, sessionToken } = await verifyCode(services, { token, earlierTokens, code: body.code });
    await giveBack();
    cookies.remove(c, "attempt");
    await startSession(services, c, { email, sessionToken });
    return { isNewUser: user.username === null, user: await currentUserOf(services, user) };
  });

  bindRoute(api, authRoutes.completeRegistration, async ({ body, caller }) => {
    const { userId } = caller;
    await limits.take(["registrations-by-account", userId]);
    await completeRegistration(services, userId, {
      username: body.username,
      displayName: body.displayName ?? "",
    });
    sessions.forget((session) => session.userId === userId);
    bus.send({ kind: "sessionsChanged", userId });
    await refreshAccount(db, userId, { rules: services.rules, now: services.now() });
    return { user: await currentUserOf(services, { ...caller, id: userId, username: body.username }) };
  });

  bindRoute(api, authRoutes.logout, async ({ c }) => {
    await signOut(services, c);
    cookies.remove(c, "session");
  });

  bindRoute(api, authRoutes.checkUsername, async ({ params, c }) => {
    await limits.take(["username-checks-by-network", await networkOf(services, c)]);
    return { available: await isUsernameFree(services, params.username) };
  });
}

async function currentUserOf({ db, secret }: Services, { id, email, username }: User): Promise<CurrentUser> {
  const addressProof = keyedHash(secret, `address\n${email}`);
  return { id, addressProof, ...(await profileAnswerOf(db.reader, { userId: id, username })) };
}
