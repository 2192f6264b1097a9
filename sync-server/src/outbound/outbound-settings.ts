import * as v from "valibot";
import { addressSetting } from "#platform/address-settings";
import { AllowedInside, isAllowedInside } from "./allowed-inside.ts";

/** `proxy`: takes CONNECT to addresses that the server has looked up and checked. */
export type OutboundSettings = { isOn: boolean; allowed: AllowedInside; proxy: string | null };

export const outboundEnvironment = {
  OUTBOUND: v.pipe(
    v.optional(v.string(), "on"),
    v.toLowerCase(),
    v.picklist(["on", "off"], "must be on or off"),
  ),
  OUTBOUND_ALLOW: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== "")),
      v.check(
        (list) => list.every(isAllowedInside),
        "must list hosts or networks inside, such as wiki.local, 127.0.0.1:8080 or 10.0.0.0/8",
      ),
    ),
    "",
  ),
  OUTBOUND_PROXY: v.optional(addressSetting(["http:"], { example: "http://proxy.local:3128" })),
};

type Given = { OUTBOUND: "on" | "off"; OUTBOUND_ALLOW: string[]; OUTBOUND_PROXY?: string | undefined };

export const outboundSettingsOf = (given: Given): OutboundSettings => ({
  isOn: given.OUTBOUND === "on",
  allowed: new AllowedInside(given.OUTBOUND_ALLOW),
  proxy: given.OUTBOUND_PROXY ?? null,
});
