import type { TrackedEvent } from "@shelv/contract/analytics";
import { DIRECT_VALUE, type Dimension } from "@shelv/contract/analytics-dimensions";
import type { Context } from "hono";
import type { Location } from "#http/hosts/client-address";
import { locationName } from "./location.ts";
import { referrerOf, utmValue } from "./referrer.ts";
import { readAgent } from "./visitor-agent.ts";

/** Not stored beyond the queue. */
export type Sender = {
  address: string;
  userAgent: string;
  /** A visit from the request's own host has no other source. */
  host: string | undefined;
  isPing: boolean;
  country: string | null;
  location: string | null;
  callerIds: ReadonlySet<string>;
};

export const senderOf = (
  c: Context,
  { location, ...known }: Pick<Sender, "address" | "userAgent" | "callerIds"> & { location: Location },
): Sender => ({
  ...known,
  host: c.req.header("Host"),
  isPing: c.req.header("Content-Type") === "text/ping",
  country: location.country,
  location: locationName(location),
});

export type VisitValues = { readonly [By in Dimension]?: string | null };

export function visitorOf({ userAgent, country }: Sender): VisitValues {
  const { device, browser } = readAgent(userAgent);
  return { country, device, browser };
}

/** Null for a click that does not say it. An in-app browser without a referrer has its app as the source. */
export function sourceOf(
  { eventType, referrer, utm }: TrackedEvent,
  { userAgent, host }: Sender,
): VisitValues | null {
  if (eventType === "click" && referrer === undefined && utm === undefined) return null;
  const named = referrerOf(referrer, host);
  const { app } = readAgent(userAgent);
  return {
    referrer: named === DIRECT_VALUE ? (app ?? named) : named,
    utm_source: utmValue(utm?.source),
    utm_medium: utmValue(utm?.medium),
    utm_campaign: utmValue(utm?.campaign),
  };
}
