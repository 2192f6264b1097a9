import { Refusal } from "@shelv/contract/refusal";
import { authRoutes, type CurrentUser } from "@shelv/contract/routes/auth";
import { type Api, bindRoute } from "#http/bind-route";
import { clientNetworks } from "#http/rate-limits/hashed-address";
import type { Trust } from "#http/hosts/client-address";
import { type RateLimits, takenByNetworks } from "#http/rate-limits/rate-limits";
import { attemptCookie, attemptTokens, countTry } from "#sign-in/attempts";
import {
  completeRegistration,
  isUsernameFree,
  type User,
  type RegistrationDeps,
} from "#sign-in/registration";
import {
  sendCode,
  signOut,
  startSession,
  verifyCode,
  type SignInDeps,
  type EntranceDeps,
} from "#sign-in/sign-in";
import { askerOf, takeForCode, takeForTry, type AskerDeps } from "#sign-in/sign-in-limits";
import { keyedHash } from "#platform/token";
import { refreshAccount } from "#shelves/refresh-account";
import { profileAnswerOf } from "#routes/answers";

type AuthDeps = SignInDeps &
  EntranceDeps &
  RegistrationDeps &
  AskerDeps & { settings: SignInDeps["settings"] & Trust; limits: RateLimits };

export function serveAuth(api: Api, deps: AuthDeps): void {
  const { bus, db, cookies, sessions, limits } = deps;

  bindRoute(api, authRoutes.me, ({ caller }) => currentUserOf(deps, { ...caller, id: caller.userId }));

  bindRoute(api, authRoutes.sendCode, async ({ body, c }) => {
    const asker = await askerOf(deps, c, body.email);
    const held = cookies.read(c, "attempt");
    const { token: earlierToken } = attemptTokens(held);
    const asked = { email: body.email, earlierToken, network: asker.network };
    cookies.write(
      c,
      "attempt",
      attemptCookie(await takeForCode(deps, asker, () => sendCode(deps, asked)), held),
    );
  });

  bindRoute(api, authRoutes.verifyCode, async ({ body, c }) => {
    const { token, earlierTokens } = attemptTokens(cookies.read(c, "attempt"));
    if (token === undefined) throw new Refusal("cookie-missing");
    // Before the limits: however many try a code, also at once, it costs its mailbox no more than its tries.
    const attempt = await countTry(db.writer, token, deps.now());
    const { giveBackTry, giveBackCode } = await takeForTry(deps, await askerOf(deps, c, attempt.email));
    const tried = { ...attempt, token, earlierTokens, code: body.code };
    const { user, sessionToken } = await verifyCode(deps, tried).catch(async (error: unknown) => {
      // The code is right: a parallel request has used it.
      if (error instanceof Refusal && error.code === "code-expired") await giveBackTry();
      throw error;
    });
    await giveBackTry();
    await giveBackCode();
    cookies.remove(c, "attempt");
    await startSession(deps, c, { user, sessionToken });
    return { isNewUser: user.username === null, user: await currentUserOf(deps, user) };
  });

  bindRoute(api, authRoutes.completeRegistration, async ({ body, caller }) => {
    const { userId } = caller;
    await limits.take(["registrations-by-account", userId]);
    await completeRegistration(deps, userId, {
      username: body.username,
      displayName: body.displayName ?? "",
    });
    sessions.forget((session) => session.userId === userId);
    bus.send({ kind: "sessionsChanged", userId });
    await refreshAccount(db, userId, { rules: deps.rules, now: deps.now() });
    return { user: await currentUserOf(deps, { ...caller, id: userId, username: body.username }) };
  });

  bindRoute(api, authRoutes.logout, async ({ c }) => {
    await signOut(deps, c);
    cookies.remove(c, "session");
  });

  bindRoute(api, authRoutes.checkUsername, async ({ params, c }) => {
    await limits.take(...takenByNetworks("username-checks", await clientNetworks(deps, c)));
    return { available: await isUsernameFree(deps, params.username) };
  });
}

async function currentUserOf({ db, secret }: AuthDeps, { id, email, username }: User): Promise<CurrentUser> {
  const addressProof = keyedHash(secret, `address\n${email}`);
  return { id, addressProof, ...(await profileAnswerOf(db.reader, { userId: id, username })) };
}
