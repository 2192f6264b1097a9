import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hexColor } from "@shelv/contract/rows/appearance";
import { email } from "@shelv/contract/values/email";
import { itemFields } from "@shelv/contract/rows/item";
import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import { OWN_HEADER } from "@shelv/contract/answer-origin";
import { changeOf, percentOf } from "@shelv/contract/values/percent";
import { pictureMessages } from "@shelv/contract/rows/picture";
import { bio, displayName, location, website } from "@shelv/contract/rows/profile";
import { REFUSALS } from "@shelv/contract/refusal";
import { shelfFields } from "@shelv/contract/rows/shelf";
import { signInCode } from "@shelv/contract/sign-in";
import { username } from "@shelv/contract/values/username";
import type { PageData, PageShelf } from "@shelv/public-page/page-data";
import { PublicPage } from "@shelv/public-page/page.tsx";
import { strangerPage, userNotFound } from "@shelv/public-page/stranger-page";
import { pageWords } from "@shelv/public-page/text/page-words";
import { truncate } from "@shelv/public-page/text/truncate";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as v from "valibot";
import { expect, test } from "vitest";
import { failureOf } from "#api/call";
import { accountWords } from "#words/screens/account";
import { toastWords } from "./actions";
import { appearanceWords } from "#words/screens/appearance";
import { offlineText } from "./catalogue";
import { activityText, dashboardWords } from "#words/screens/dashboard";
import { failedWords } from "./failed";
import { installWords } from "./install";
import { itemFormWords, itemsScreenWords, itemsWords } from "#words/screens/items";
import { footerWords, landingWords } from "#words/screens/landing";
import { logoutWords, navigationWords } from "#words/screens/navigation";
import { onboardingWords } from "#words/screens/onboarding";
import { photoWords } from "./photo";
import { planWords, popular, priceWords } from "#words/screens/plans";
import { relativeTime } from "#words/format/relative-time";
import { deleteShelfWords, shelfFormWords, shelvesWords } from "#words/screens/shelves";
import { signInWords } from "#words/screens/sign-in";

type Quoted = readonly [quoted: string, ours: string | undefined];

const refusal = (rule: v.GenericSchema, value: unknown) => v.safeParse(rule, value).issues?.[0]?.message;

const asError = (text: string) => `${toastWords.error}: ${text}`;

const TOASTS_AND_ERRORS: Quoted[] = [
  ["Failed to check username", landingWords.uncheckable],
  ["Failed to send verification code", signInWords.email.failed],
  ["Failed to send verification code", accountWords.code.sendFailed],
  ["Failed to send verification code", REFUSALS["mail-not-sent"].message],
  ["Failed to verify code", signInWords.code.failed],
  ["Failed to complete registration", signInWords.username.failed],
  ["Failed to resend verification code", signInWords.code.resendFailed],
  ["Verification code sent", signInWords.code.sentTitle],
  ["Verification code sent", accountWords.code.sent],
  ["We've sent a 6-digit code to {email}", signInWords.code.lead("{email}")],
  ["Email verified", signInWords.code.verified],
  ["Login successful", signInWords.code.loggedIn],
  ["Account created", signInWords.username.created],
  ["Logout Failed", logoutWords.failed],
  ["There was an error logging out", logoutWords.failedText],
  ["Failed to create shelf: {message}", failedWords["shelf.create"]("{message}")],
  ["Failed to delete shelf: {message}", failedWords["shelf.delete"]("{message}")],
  ["Failed to reorder shelves: {message}", failedWords["shelf.move"]("{message}")],
  ["Shelf created successfully", shelfFormWords.created],
  ["Shelf deleted successfully", shelfFormWords.deleted],
  [
    'This will permanently delete the shelf "{name}" and all of its items. This action cannot be undone.',
    deleteShelfWords.text("{name}"),
  ],
  ["No items in this shelf", shelvesWords.noItems],
  ["Error: Failed to create item: {message}", asError(failedWords["item.create"]("{message}"))],
  ["Error: Failed to update item: {message}", asError(failedWords["item.update"]("{message}"))],
  ["Error: Failed to delete item: {message}", asError(failedWords["item.delete"]("{message}"))],
  ["Item created successfully", itemFormWords.created],
  ["Item updated successfully", itemFormWords.updated],
  ["Item deleted successfully", itemFormWords.deleted],
  ["Invalid image type", itemFormWords.invalidPictureType],
  ["Invalid image type", photoWords.wrongType],
  ["Please upload a JPEG, PNG, GIF, or WebP image", pictureMessages.wrongType],
  ["Please upload a JPEG, PNG, GIF, or WebP image", REFUSALS["wrong-media-type"].message],
  ["Failed to process image", pictureMessages.unreadable],
  ["Failed to process image", REFUSALS["picture-missing"].message],
  ["File too large", photoWords.tooLarge],
  ["Please select an image under 5MB", photoWords.tooLargeText],
  ["Error: Failed to save settings: {message}", asError(failedWords["appearance.update"]("{message}"))],
  ["Appearance settings saved successfully", appearanceWords.saved],
  ["Failed to update profile", accountWords.profile.failed],
  ["Failed to update profile: {message}", failedWords["profile.update"]("{message}")],
  ["Failed to update settings", accountWords.settings.failed],
  ["Failed to update settings: {message}", failedWords["settings.update"]("{message}")],
  ["Failed to upload image", photoWords.failed],
  ["Profile updated successfully", accountWords.profile.updated],
  ["Settings updated successfully", accountWords.settings.updated],
  ["Profile picture updated successfully", photoWords.updated],
  ["Welcome to Shelv!", onboardingWords.profile.doneTitle],
  ["Your profile has been set up successfully.", onboardingWords.profile.doneText],
  ["Setup failed", onboardingWords.profile.failedTitle],
  ["There was an error setting up your profile.", onboardingWords.profile.failedText],
  ["No recent activity", dashboardWords.noActivity],
  ["No popular items yet", dashboardWords.noPopular],
  ["You're offline. Some features may be limited.", offlineText],
  ["No Shelv found here", pageWords.nothing],
  ["The page you're looking for doesn't exist or may have been moved.", pageWords.nothingText],
  ["Return to Home", pageWords.nothingHome],
  ["Please enter a valid email address", refusal(email, "ada")],
  ["Verification code must be 6 digits", refusal(signInCode, "12345")],
  ["Username must be at least 3 characters", refusal(username, "ab")],
  ["Username must be less than 30 characters", refusal(username, "a".repeat(31))],
  ["Username can only contain letters, numbers, underscores and hyphens", refusal(username, "a b c")],
  ["Shelf name is required", refusal(shelfFields.entries.name, "")],
  ["Display name is required", refusal(displayName, "")],
  ["Display name must be under 50 characters", refusal(displayName, "a".repeat(51))],
  ["Bio must be under 160 characters", refusal(bio, "a".repeat(161))],
  ["Must be a valid URL", refusal(website, "nowhere")],
  ["Must be a valid URL", refusal(itemFields.entries.url, "nowhere")],
  ["Location must be under 50 characters", refusal(location, "a".repeat(51))],
  ["Title is required", refusal(itemFields.entries.title, "")],
  ["Must be a valid hex color", refusal(hexColor, "blue")],
];

const LABELS_AND_SENTENCES: Quoted[] = [
  ["Error", toastWords.error],
  ["Success", toastWords.success],
  ["Pricing", landingWords.pricing],
  ["Sign in", landingWords.signIn],
  ["Get started", landingWords.getStarted],
  ["Dashboard", landingWords.dashboard],
  ["My Shelves", landingWords.myShelves],
  ["Account", landingWords.account],
  ["Product", footerWords.product],
  ["Add to Home Screen", /'(.+)'/.exec(installWords.iosAdd)?.[1]],
  ["Sign up for free", signInWords.headingNew],
  ["Sign in or Sign up", signInWords.heading],
  ["Outlook", signInWords.code.outlook],
  ["Gmail", signInWords.code.gmail],
  ["Resend code", signInWords.code.resend],
  ["Use different email", signInWords.code.otherEmail],
  ["Dashboard", navigationWords.dashboard],
  ["My Shelv", navigationWords.myShelv],
  ["Links & Items", navigationWords.items],
  ["Appearance", navigationWords.appearance],
  ["Profile", navigationWords.profile],
  ["Account", navigationWords.account],
  ["Logout", navigationWords.logout],
  ["Preview", navigationWords.preview],
  ["User", navigationWords.user],
  ["Total Views, Link Clicks, Click-Through Rate", Object.values(dashboardWords.stats).join(", ")],
  ["from last week", dashboardWords.fromLastWeek],
  ["Your Shelv", dashboardWords.shelves],
  ["Create Your First Shelv", shelvesWords.emptyTitle],
  ["Complete Setup Guide", dashboardWords.setup],
  ["Customize Theme", dashboardWords.theme],
  ["Popular Items", dashboardWords.popular],
  ["Recent Activity", dashboardWords.activity],
  ["New Shelf", shelvesWords.new],
  ["Create New Shelf", shelfFormWords.createTitle],
  ["0%", percentOf(0, 0)],
  ["0%", changeOf(0, 0)],
  ["X was clicked", activityText({ type: "click", itemTitle: "X", location: null })],
  ["Someone viewed your profile", activityText({ type: "view", itemTitle: null, location: null })],
  [
    "Someone from location viewed your profile",
    activityText({ type: "view", itemTitle: null, location: "location" }),
  ],
  ["You added X to shelf", activityText({ type: "add", itemTitle: "X", location: null })],
  ["Unknown activity", activityText({ type: "other", itemTitle: null, location: null })],
  ["just now", relativeTime(0, 59_999)],
  ["All Shelves", itemsScreenWords.allShelves],
  ["Add Item", itemsWords.add],
  [
    "Image, Title, Shelf, URL, Categories, Price, Actions",
    Object.values(itemsScreenWords.columns).join(", "),
  ],
  ["No items found", itemsWords.emptyTitle],
  ["Create a shelf first before adding items.", itemsScreenWords.noShelves],
  ["Add your first item to start building your shelves.", itemsWords.emptyText],
  ["Add New Item", itemFormWords.addTitle],
  ["Edit Item", itemFormWords.editTitle],
  ["$19.99", itemFormWords.pricePlaceholder],
  ["Create", itemFormWords.create],
  ["Update", itemFormWords.update],
  ["Creating...", itemFormWords.creating],
  ["Updating...", itemFormWords.updating],
  ["xxx...", truncate("xxxx", 3)],
  ["Clean & Simple", appearanceWords.template.minimal.text],
  ["Sleek & Modern", appearanceWords.template.dark.text],
  ["Warm & Inviting", appearanceWords.template.warm.text],
  ["Theme, Styling, Advanced", Object.values(appearanceWords.tabs).join(", ")],
  ["Inter, System Default, Serif", Object.values(appearanceWords.fonts).join(", ")],
  ["Live preview", appearanceWords.preview],
  ["Save Changes", appearanceWords.save],
  ["Profile, Style, Settings, Links", Object.values(accountWords.tabs).slice(1).join(", ")],
  ["Manage Shelves", accountWords.links.shelves],
  ["Manage Items", accountWords.links.items],
  ["View Dashboard", accountWords.links.dashboard],
  ["View Public Profile", accountWords.links.page],
  [
    "Creator, Business, Personal",
    Object.values(onboardingWords.goal.choices)
      .map(({ name }) => name)
      .join(", "),
  ],
  ["Continue", onboardingWords.continue],
  [
    "Unlimited shelves and links, Advanced analytics, Custom themes, Premium support",
    onboardingWords.trial.perks.join(", "),
  ],
  ["No credit card required", onboardingWords.trial.noCard],
  ["Start Free Trial", onboardingWords.trial.start],
  ["Skip", onboardingWords.skip],
  ["What do you do?", onboardingWords.profile.title],
  ["Complete Setup", onboardingWords.profile.complete],
  ["Unlimited links, 3 shelves, Basic analytics, Shelv subdomain", planWords.free.features.join(", ")],
  [
    "Everything in Free, Unlimited shelves, Advanced analytics, Custom themes",
    planWords.pro.features.join(", "),
  ],
  [
    "Everything in Pro, Custom domain, Premium support, White-label options",
    planWords.premium.features.join(", "),
  ],
  ["Start Pro trial", planWords.pro.choose],
  ["Start Premium trial", planWords.premium.choose],
  ["Popular", popular],
  ["$0 forever", Object.values(priceWords("free")).join(" ")],
  ["$2.49 per month", Object.values(priceWords("pro")).join(" ")],
  ["$4.99 per month", Object.values(priceWords("premium")).join(" ")],
];

test.each([...TOASTS_AND_ERRORS, ...LABELS_AND_SENTENCES])("%s", (quoted, ours) => {
  expect(ours).toBe(quoted);
});

const { id: _, ...appearance } = FIRST_SINGLES.appearance;
const PAGE: PageData = {
  username: "ada",
  displayName: "",
  title: "",
  bio: "",
  website: "",
  location: "",
  picture: null,
  appearance,
  socialLinks: [],
  shelves: [],
};
const SHELF: PageShelf = {
  id: "1",
  name: "Books",
  description: "",
  emoji: "",
  categories: [{ id: "2", name: "Maps" }],
  items: [],
};
const pageWith = (...shelves: PageShelf[]) => createElement(PublicPage, { page: { ...PAGE, shelves } });

test.each<[quoted: string, page: ReactElement]>([
  ["@ada", pageWith()],
  ["Edit Profile", pageWith()],
  ["This user hasn't created any shelves yet.", pageWith()],
  ["No items in this shelf yet.", pageWith(SHELF)],
  ["All", pageWith(SHELF)],
  ["made with Shelv", pageWith()],
])("visitors read %s", (quoted, page) => {
  expect(textsOf(renderToStaticMarkup(page).replaceAll("&#x27;", "'"))).toContain(quoted);
});

test.each(["User Not Found", "The user you're looking for doesn't exist or has been removed."])(
  "visitors of an unknown page read %s",
  (quoted) => {
    expect(textsOf(strangerPage(userNotFound({})))).toContain(quoted);
  },
);

const textsOf = (html: string) => html.split(/<[^>]*>/);

test.each([
  [new Response("it broke", { status: 500 }), "500: it broke"],
  [
    new Response("", {
      status: 404,
      statusText: "Not Found",
      headers: { [OWN_HEADER.name]: OWN_HEADER.value },
    }),
    "404: Not Found",
  ],
])("an answer that is no success and no sentence is reported by its status", async (response, message) => {
  expect((await failureOf(response)).message).toBe(message);
});

const ROOT = join(import.meta.dirname, "../../..");
const SOURCES = [
  "web/src",
  "packages/contract/src",
  "packages/mutators/src",
  "packages/public-page/src",
  "sync-server/src",
].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(join(ROOT, folder, name), "utf8") })),
);

function fixedPart(quoted: string): string {
  const parts = quoted
    .replace(/^Error: /, "")
    .split(/\{\w+\}|Shelv/)
    .map((part) => part.replaceAll(/^[\s:"!]+|[\s:"!]+$/g, ""));
  return parts.toSorted((a, b) => b.length - a.length)[0] ?? "";
}

test.each([...new Set(TOASTS_AND_ERRORS.map(([quoted]) => fixedPart(quoted)))])(
  "“%s” is written in one file alone",
  (text) => {
    expect(SOURCES.filter((source) => source.text.includes(text)).map(({ file }) => file)).toHaveLength(1);
  },
);
