import * as v from "valibot";

/** OpenID. */
export const PROVIDER_NAMES = ["google", "apple"] as const;
export const providerName = v.picklist(PROVIDER_NAMES);
export type ProviderName = v.InferOutput<typeof providerName>;
