import * as v from "valibot";

/** OpenID providers for sign-in. */
export const PROVIDER_NAMES = ["google", "apple"] as const;
export const providerName = v.picklist(PROVIDER_NAMES);
export type ProviderName = v.InferOutput<typeof providerName>;
