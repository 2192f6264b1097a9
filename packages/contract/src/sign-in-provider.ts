import * as v from "valibot";

/** Who else can vouch for an owner. */
export const PROVIDER_NAMES = ["google", "apple"] as const;
export const providerName = v.picklist(PROVIDER_NAMES);
export type ProviderName = v.InferOutput<typeof providerName>;
