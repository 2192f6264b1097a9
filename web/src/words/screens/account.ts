import type { ImportAnswer } from "@shelv/contract/export";
import { SETTINGS_FIELDS } from "@shelv/contract/rows/account";
import { APPEARANCE_FIELDS } from "@shelv/contract/rows/appearance";
import { TRIAL_DAYS } from "@shelv/contract/rows/plan";
import { PROFILE_FIELDS } from "@shelv/contract/rows/profile";
import { PRODUCT } from "@shelv/contract/product";
import { accountTexts, signInTexts } from "#words/catalogue";
import { titlePlaceholder } from "#words/screens/profile";
import { counted } from "#words/format/count";
import { failures } from "#words/failed";

export const accountWords = {
  screen: "Account",
  tabs: {
    label: "Account settings",
    profile: "Profile",
    style: "Style",
    settings: "Settings",
    links: "Links",
  },
  profile: {
    displayName: PROFILE_FIELDS.displayName.label,
    title: PROFILE_FIELDS.title.label,
    titlePlaceholder,
    bio: PROFILE_FIELDS.bio.label,
    website: PROFILE_FIELDS.website.label,
    websitePlaceholder: "example.com",
    location: PROFILE_FIELDS.location.label,
    save: "Save Changes",
    saving: "Saving...",
    updated: accountTexts.profileUpdated,
    failed: accountTexts.profileFailed,
  },
  style: {
    theme: APPEARANCE_FIELDS.theme.label,
    themes: { light: "Light", dark: "Dark", auto: "Auto" },
    autoHint: "Auto follows each visitor's own setting.",
  },
  settings: {
    heading: "Settings",
    publicProfile: SETTINGS_FIELDS.publicProfile.label,
    publicProfileHint: "If this is off, only you can see your page.",
    showAnalytics: SETTINGS_FIELDS.showAnalytics.label,
    showAnalyticsHint: "Visitors see how often each item was clicked.",
    emailNotifications: SETTINGS_FIELDS.emailNotifications.label,
    emailNotificationsHint: "A summary of views and clicks, once a week.",
    hidesGoneLinks: SETTINGS_FIELDS.hidesGoneLinks.label,
    hidesGoneLinksHint: "Visitors don't see an item while its link leads nowhere.",
    updated: accountTexts.settingsUpdated,
    failed: accountTexts.settingsFailed,
  },
  links: {
    shelves: "Manage Shelves",
    items: "Manage Items",
    dashboard: "View Dashboard",
    page: "View Public Profile",
    newTab: "opens in a new tab",
    hints: {
      shelves: "Arrange and rename them",
      items: "Every link, on all shelves",
      dashboard: "Views, clicks and stats",
    },
  },
  plan: {
    heading: "Plan",
    free: "You're on the Free plan.",
    freeLead: `Pro and Premium start with a free ${TRIAL_DAYS}-day trial, once per account.`,
    trial: (plan: string, days: number) => `${plan}: your trial ends in ${counted(days, "day")}.`,
    trialLead: "After that you're on Free. Nothing you made is deleted.",
    freeInTrialLead: (days: number) =>
      `Your trial has ${counted(days, "day")} left. Until then you can switch back to Pro or Premium.`,
    overLead: "Nothing you made is deleted.",
    over: `Your ${TRIAL_DAYS}-day trial is over, and you're on the Free plan.`,
    fixed: (plan: string) => `You're on the ${plan} plan, set by this server's administrator.`,
    unlimited: "On this server, no plan has limits.",
    current: "Your plan",
    choose: "Choose Free",
    chosen: (plan: string) => `You're on the ${plan} plan now`,
    failed: failures["plan.choose"],
  },
  device: {
    heading: "This device",
    used: (size: string) =>
      `${PRODUCT} uses ${size} here: the app, your shelves and pictures, and pages you opened.`,
    little: "Space is running low, so new pictures may not fit soon.",
    kept: "Your browser keeps it even when space runs low.",
    mayGo: "Your browser may clear it when space runs low. What was sent is safe on the server.",
    ask: "Keep my data on this device",
    refused: "Your browser declined. Install the app and try again.",
  },
  data: {
    exportHeading: "Export your account",
    exportText: "Everything you have here in one zip file: shelves, items, pictures, settings and stats.",
    export: "Export",
    exporting: "Sending your changes...",
    exportTitle: "Export your account?",
    exportConfirm: "Download",
    exportFailed: "Failed to export",
    importHeading: "Import an export",
    importText: "It is restored into an account without shelves.",
    import: "Import",
    importFile: "File to import",
    importing: (percent: number) => `Uploading, ${percent} %`,
    unpacking: "Unpacking on the server...",
    imported: (shelves: number, items: number, pictures: number) =>
      `Imported ${counted(shelves, "shelf", "shelves")}, ${counted(items, "item")} and ${counted(pictures, "picture")}.`,
    skipped: (count: number) => `${counted(count, "file")} couldn't be imported:`,
    importDone: "Import finished",
    importResult: ({ shelves, items, pictures, skipped }: ImportAnswer): string => {
      const came = accountWords.data.imported(shelves, items, pictures);
      return skipped.length === 0
        ? came
        : `${came} ${counted(skipped.length, "file")} couldn't be imported: see Account, Settings.`;
    },
    importFailed: "Import failed",
    unsent:
      "Some of your changes haven't reached the server yet, so the export would miss them. Please try again later",
  },
  delete: {
    text: `Your page, shelves, items, pictures and stats are deleted for good, on ${PRODUCT} and on this device.`,
    open: "Delete account",
    title: "Delete your account?",
    confirm: "Delete everything",
    failed: "Failed to delete account",
  },
  code: {
    text: "We send a 6-digit code to your email address. Enter it to confirm it's you.",
    send: "Send code",
    sent: signInTexts.sent,
    sentText: "It's on its way to your inbox.",
    label: "Verification code",
    sendFailed: signInTexts.sendFailed,
  },
};
