import { createPrivateKey } from "node:crypto";
import { SignJWT } from "jose";
import type { AppleKey } from "./provider-settings.ts";

/** The client secret as Apple wants it: a statement that this is us, signed with our key and good for five minutes. */
export function appleSecret(
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
