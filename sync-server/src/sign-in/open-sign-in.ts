import type { ProviderName } from "@shelv/contract/sign-in";
import { DailySalt } from "#database/daily-salt";
import type { Database } from "#database/open-database";
import type { ReportBug } from "#http/answer-errors";
import type { SiteSettings } from "#http/hosts/same-origin";
import { Cookies } from "./cookies.ts";
import { type ProviderClient, providerClients } from "./provider-client.ts";
import type { ProviderSettings } from "./provider-settings.ts";
import { Sessions } from "./sessions.ts";

type Deps = { db: Database; now: () => Date; reportBug: ReportBug; isListening: (() => boolean) | null };

export type SignIn = {
  sessions: Sessions;
  cookies: Cookies;
  /** The salt of hashed addresses. */
  addressSalt: DailySalt;
  /** The sign-in providers; null for those that are not configured. */
  providers: Record<ProviderName, ProviderClient | null>;
};

/** `isListening`: null for a process alone. */
export const openSignIn = (
  settings: SiteSettings & { providers: ProviderSettings },
  { db, now, reportBug, isListening }: Deps,
): SignIn => ({
  sessions: new Sessions(db, now, isListening),
  cookies: new Cookies(settings),
  addressSalt: new DailySalt(db.writer, "address", now),
  providers: providerClients(settings, reportBug),
});
