/**
 * Signs in by OpenID Connect. Metadata is loaded on first use, and again after a failure: a provider that is
 * down does not stop the start.
 */
import { createPrivateKey } from "node:crypto";
import { Refusal } from "@shelv/contract/refusal";
import { authRoutes } from "@shelv/contract/routes/auth";
import type { ProviderName } from "@shelv/contract/sign-in";
import { SignJWT } from "jose";
import * as openid from "openid-client";
import type { ReportBug } from "#http/answer-errors";
import { Outage } from "#platform/outage";
import { secretsOf } from "./provider-attempts.ts";
import type { AppleKey, ProviderSettings } from "./provider-settings.ts";

const GIVE_UP_AFTER_S = 10;
/** Metadata, keys and tokens have a few kilobytes. */
const ANSWER_MAX_BYTES = 256 * 1024;

export type ProviderOptions = {
  name: ProviderName;
  issuer: string;
  clientId: string;
  secret: string | AppleKey;
  redirectUri: string;
  reportBug: ReportBug;
};

export function providerClients(
  { providers, publicUrl }: { providers: ProviderSettings; publicUrl: string | null },
  reportBug: ReportBug,
): Record<ProviderName, ProviderClient | null> {
  const clientOf = (name: ProviderName) => {
    const setting = providers[name];
    const redirectUri = `${publicUrl}${authRoutes.returnFromSocial.path.replace(":provider", name)}`;
    return setting && new ProviderClient({ name, ...setting, redirectUri, reportBug });
  };
  return { google: clientOf("google"), apple: clientOf("apple") };
}

export type Identity = { provider: ProviderName; subject: string; email: string | null };

export class ProviderClient {
  readonly #options: ProviderOptions;
  #discovered: Promise<openid.Configuration> | null = null;

  constructor(options: ProviderOptions) {
    this.#options = options;
  }

  async addressFor(token: string): Promise<string> {
    const config = await this.#config();
    const { state, nonce, verifier } = secretsOf(token);
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: this.#options.redirectUri,
      scope: "openid email",
      state,
      nonce,
      ...(config.serverMetadata().supportsPKCE()
        ? { code_challenge: await openid.calculatePKCECodeChallenge(verifier), code_challenge_method: "S256" }
        : {}),
      // Apple sends an email address only in a form that the browser posts.
      ...(this.#options.name === "apple" ? { response_mode: "form_post" } : {}),
    });
    return address.href;
  }

  /** Rejects a return that was not meant for the holder of `token`. */
  async identityOf(token: string, answer: Record<string, string>): Promise<Identity> {
    const config = await this.#config();
    const { state, nonce, verifier } = secretsOf(token);
    const address = new URL(this.#options.redirectUri);
    address.search = new URLSearchParams(answer).toString();
    const checks = {
      expectedState: state,
      expectedNonce: nonce,
      ...(config.serverMetadata().supportsPKCE() ? { pkceCodeVerifier: verifier } : {}),
    };
    const proof = { client_secret: await this.#secret(config) };
    const tokens = await openid
      .authorizationCodeGrant(config, address, checks, proof)
      .catch((error: unknown) => this.#refuse(error));
    const claims = tokens.claims();
    if (!claims) throw new Refusal("provider-refused");
    return { provider: this.#options.name, subject: claims.sub, email: confirmedEmail(claims) };
  }

  async #config(): Promise<openid.Configuration> {
    this.#discovered ??= this.#discover();
    try {
      return await this.#discovered;
    } catch (error) {
      this.#discovered = null;
      this.#report(error);
      throw new Refusal("provider-unreachable");
    }
  }

  #discover(): Promise<openid.Configuration> {
    const { issuer, clientId } = this.#options;
    // These checks include the signature, although the token comes straight from the provider.
    const execute = [
      openid.enableNonRepudiationChecks,
      ...(issuer.startsWith("http:") ? [openid.allowInsecureRequests] : []),
    ];
    return openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
      execute,
      timeout: GIVE_UP_AFTER_S,
      [openid.customFetch]: fetchBounded,
    });
  }

  /** The client's secret; Apple's is new for each request. */
  async #secret(config: openid.Configuration): Promise<string> {
    const { secret, clientId } = this.#options;
    return typeof secret === "string"
      ? secret
      : appleSecret(secret, { issuer: config.serverMetadata().issuer, clientId });
  }

  #report(cause: unknown): void {
    const { name, reportBug } = this.#options;
    const reason = cause instanceof openid.ResponseBodyError ? `: ${reasonOf(cause)}` : "";
    reportBug(new Outage(`Signing in with ${name} fails${reason}.`, { alarm: `sign-in-${name}`, cause }));
  }

  #refuse(error: unknown): never {
    if (error instanceof openid.AuthorizationResponseError || isUsedCode(error))
      throw new Refusal("provider-refused");
    this.#report(error);
    throw new Refusal(isUnreachable(error) ? "provider-unreachable" : "provider-refused");
  }
}

const fetchBounded: openid.CustomFetch = async (address, options) => {
  const answer = await fetch(address, options as RequestInit);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength;
    if (bytes > ANSWER_MAX_BYTES) throw new TypeError("The provider's answer is too long.");
    parts.push(part);
  }
  return new Response(Buffer.concat(parts), answer);
};

/** The confirmed address. Apple sometimes sends booleans as strings. */
const confirmedEmail = ({ email, email_verified }: Record<string, unknown>): string | null =>
  typeof email === "string" && (email_verified === true || email_verified === "true") ? email : null;

/** Used, old or made up: the browser's fault, not the provider's or the operator's. */
const isUsedCode = (error: unknown) =>
  error instanceof openid.ResponseBodyError && error.error === "invalid_grant";

const REASON_MAX_LENGTH = 200;

const reasonOf = ({ error, error_description }: openid.ResponseBodyError): string =>
  [error, error_description]
    .filter((text) => text !== undefined)
    .join(", ")
    .slice(0, REASON_MAX_LENGTH);

const isUnreachable = (error: unknown) =>
  error instanceof TypeError || (error instanceof openid.ClientError && error.code === "OAUTH_TIMEOUT");

/** Apple's client secret, signed with our key and valid for five minutes. */
function appleSecret(
  { teamId, keyId, privateKey }: AppleKey,
  { issuer, clientId }: { issuer: string; clientId: string },
): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(createPrivateKey(privateKey));
}
