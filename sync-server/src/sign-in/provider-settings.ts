import { createPrivateKey } from "node:crypto";
import type { ProviderName } from "@shelv/contract/sign-in";
import * as v from "valibot";

export type AppleKey = { teamId: string; keyId: string; privateKey: string };
type ProviderSetting<Secret> = { issuer: string; clientId: string; secret: Secret };
export type ProviderSettings = {
  google: ProviderSetting<string> | null;
  apple: ProviderSetting<AppleKey> | null;
};

const issuer = (otherwise: string) =>
  v.pipe(
    v.optional(v.string(), otherwise),
    v.check(isIssuer, "must be an https address, such as https://accounts.google.com"),
  );

/** Often one line in an environment variable, so a line break may be written as backslash and n. */
const privateKey = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll("\\n", "\n")),
  v.check(isP256Key, "must be the private key that Apple gives as a .p8 file, whole"),
);

export const providerEnvironment = {
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_CLIENT_SECRET: v.optional(v.string()),
  GOOGLE_ISSUER: issuer("https://accounts.google.com"),
  APPLE_CLIENT_ID: v.optional(v.string()),
  APPLE_TEAM_ID: v.optional(v.string()),
  APPLE_KEY_ID: v.optional(v.string()),
  APPLE_PRIVATE_KEY: v.optional(privateKey),
  APPLE_ISSUER: issuer("https://appleid.apple.com"),
};
type Given = v.InferOutput<v.ObjectSchema<typeof providerEnvironment, undefined>> & {
  PUBLIC_URL?: string | undefined;
};

const NEEDED: Record<ProviderName, (keyof Given)[]> = {
  google: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  apple: ["APPLE_CLIENT_ID", "APPLE_TEAM_ID", "APPLE_KEY_ID", "APPLE_PRIVATE_KEY"],
};

export function missingForProviders(given: Given): string | null {
  for (const needed of Object.values(NEEDED)) {
    const set = needed.filter((name) => given[name] !== undefined);
    const missing = [...needed, "PUBLIC_URL" as const].filter((name) => given[name] === undefined);
    if (set.length > 0 && missing.length > 0)
      return `The setting ${set[0]} needs ${missing.join(", ")} to be set too.`;
  }
  return null;
}

export function providersOf(given: Given): ProviderSettings {
  const {
    GOOGLE_CLIENT_ID,
    GOOGLE_CLIENT_SECRET,
    APPLE_CLIENT_ID,
    APPLE_TEAM_ID,
    APPLE_KEY_ID,
    APPLE_PRIVATE_KEY,
  } = given;
  return {
    google:
      GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET
        ? { issuer: given.GOOGLE_ISSUER, clientId: GOOGLE_CLIENT_ID, secret: GOOGLE_CLIENT_SECRET }
        : null,
    apple:
      APPLE_CLIENT_ID && APPLE_TEAM_ID && APPLE_KEY_ID && APPLE_PRIVATE_KEY
        ? {
            issuer: given.APPLE_ISSUER,
            clientId: APPLE_CLIENT_ID,
            secret: { teamId: APPLE_TEAM_ID, keyId: APPLE_KEY_ID, privateKey: APPLE_PRIVATE_KEY },
          }
        : null,
  };
}

/** Plain http is accepted only on localhost, for a test provider. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (
    protocol === "https:" || (protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname))
  );
}

function isP256Key(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}
