import type { ImportAnswer } from "@shelv/contract/export";
import { TRIAL_DAYS } from "@shelv/contract/plan";
import { PRODUCT } from "@shelv/contract/product";
import { accountTexts, signInTexts } from "#words/catalogue";
import { counted } from "#words/format/count";
import { failures } from "#words/failed";

export const accountWords = {
  screen: "Account",
  back: "Back to the dashboard",
  tabs: {
    label: "Account settings",
    profile: "Profile",
    style: "Style",
    settings: "Settings",
    links: "Links",
  },
  profile: {
    displayName: "Display name",
    bio: "Bio",
    website: "Website",
    websitePlaceholder: "example.com",
    location: "Location",
    save: "Save Changes",
    saving: "Saving...",
    updated: accountTexts.profileUpdated,
    failed: accountTexts.profileFailed,
  },
  style: {
    background: "Shelf background",
    theme: "Theme of your page",
    backgrounds: { solid: "Solid", gradient: "Gradient", glass: "Glass", wood: "Wood" },
    themes: { light: "Light", dark: "Dark", auto: "Auto" },
    autoHint: "Auto follows each visitor's own setting.",
  },
  settings: {
    heading: "Settings",
    publicProfile: "Public profile",
    publicProfileHint: "Off: only you can see your page.",
    showAnalytics: "Show analytics",
    showAnalyticsHint: "Visitors see how often each item was clicked.",
    emailNotifications: "Email notifications",
    emailNotificationsHint: "A summary of views and clicks, once a week.",
    updated: accountTexts.settingsUpdated,
    failed: accountTexts.settingsFailed,
  },
  links: {
    shelves: "Manage Shelves",
    items: "Manage Items",
    dashboard: "View Dashboard",
    page: "View Public Profile",
    newTab: "opens in a new tab",
  },
  plan: {
    heading: "Plan",
    free: "You are on the Free plan.",
    freeLead: `Choosing Pro or Premium begins a free trial of ${TRIAL_DAYS} days, once for each account.`,
    trial: (plan: string, days: number) => `${plan}: your trial ends in ${counted(days, "day")}.`,
    trialLead: "After that your account goes on with Free. Nothing you made is lost.",
    freeInTrialLead: (days: number) =>
      `Your trial goes on for ${counted(days, "day")}: until then you can come back to Pro or Premium.`,
    overLead: "Nothing you made is lost.",
    over: `Your ${TRIAL_DAYS}-day trial is over, and your account is on the Free plan.`,
    fixed: (plan: string) => `You are on the ${plan} plan, set by whoever runs this server.`,
    unlimited: "This server lifts the limits of all plans.",
    current: "Your plan",
    choose: "Choose Free",
    chosen: (plan: string) => `Your plan is ${plan} now`,
    failed: failures["plan.choose"],
  },
  device: {
    heading: "This device",
    used: (size: string) =>
      `${PRODUCT} keeps ${size} here: the app, your shelves and pictures, and pages you have opened.`,
    little: "Little room is left, so new pictures may soon not fit.",
    kept: "Your browser has promised to keep it, also when space gets short.",
    mayGo: "Your browser may clear it when space gets short. What has been sent is safe on the server.",
    ask: "Ask it to keep this",
    refused: "It has said no; it may say yes once the app is installed.",
  },
  data: {
    heading: "Your data",
    exportText: "Everything you have here as one zip: shelves, items, pictures, settings and figures.",
    export: "Export",
    exporting: "Sending your changes...",
    exportTitle: "Export your account?",
    exportConfirm: "Download",
    exportFailed: "Failed to export",
    importText: `Take an export back into an account that has no shelves yet.`,
    import: "Import",
    importFile: "File to import",
    importing: (percent: number) => `Uploading, ${percent} %`,
    unpacking: "Unpacking on the server...",
    imported: (shelves: number, items: number, pictures: number) =>
      `${counted(shelves, "shelf", "shelves")}, ${counted(items, "item")} and ${counted(pictures, "picture")} came in.`,
    skipped: (count: number) => `${counted(count, "file")} did not:`,
    importDone: "Import finished",
    importTold: ({ shelves, items, pictures, skipped }: ImportAnswer): string => {
      const came = accountWords.data.imported(shelves, items, pictures);
      return skipped.length === 0
        ? came
        : `${came} ${counted(skipped.length, "file")} did not: see Account, Settings.`;
    },
    importFailed: "Import failed",
    unsent:
      "Not all of your changes have reached the server yet, so they would be missing. Please try again when they have",
  },
  delete: {
    heading: "Delete account",
    text: `Your page, shelves, items, pictures and figures are deleted for good, on ${PRODUCT} and on this device.`,
    open: "Delete account",
    title: "Delete your account?",
    confirm: "Delete everything",
    failed: "Failed to delete account",
  },
  /** Before it gives out or loses everything. */
  code: {
    text: "We send a 6-digit code to your email address. With it you confirm that it is you.",
    send: "Send code",
    sent: signInTexts.sent,
    sentText: "It is on its way to your email address.",
    label: "Verification code",
    sendFailed: signInTexts.sendFailed,
  },
};
