/** Every text that the product's specification quotes, letter for letter, beside the one that this app says. */
import { email } from "@shelv/contract/email";
import { itemFields } from "@shelv/contract/item";
import { hexColor } from "@shelv/contract/appearance";
import { pictureMessages } from "@shelv/contract/picture";
import { bio, displayName, location, website } from "@shelv/contract/profile";
import { signInCode } from "@shelv/contract/sign-in";
import { shelfFields } from "@shelv/contract/shelf";
import { username } from "@shelv/contract/username";
import { UserNotFound } from "@shelv/public-page/page.tsx";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as v from "valibot";
import { expect, test } from "vitest";
import { failureOf } from "#api/call";
import { accountWords } from "./account";
import { toastWords } from "./actions";
import { appearanceWords } from "./appearance";
import { activityText, dashboardWords } from "./dashboard";
import { failedWords } from "./failed";
import { itemFormWords, itemsScreenWords, itemsWords } from "./items";
import { footerWords, landingWords } from "./landing";
import { logoutWords, notFoundWords, offlineWords } from "./navigation";
import { onboardingWords } from "./onboarding";
import { photoWords } from "./photo";
import { planWords, popular, priceWords } from "./plans";
import { deleteShelfWords, shelfFormWords, shelvesWords } from "./shelves";
import { signInWords } from "./sign-in";

/** The sentence with which a rule refuses a value. */
const refusal = (rule: v.GenericSchema, value: unknown) => {
  const { issues } = v.safeParse(rule, value);
  return issues?.[0]?.message;
};

test.each<[quoted: string, ours: string | undefined]>([
  // Sign-in
  ["Sign up for free", signInWords.headingNew],
  ["Sign in or Sign up", signInWords.heading],
  ["Resend code", signInWords.code.resend],
  ["Use different email", signInWords.code.otherEmail],
  ["Failed to check username", landingWords.uncheckable],
  ["Error", toastWords.error],
  ["Failed to send verification code", signInWords.email.failed],
  ["Failed to verify code", signInWords.code.failed],
  ["Failed to complete registration", signInWords.username.failed],
  ["Failed to resend verification code", signInWords.code.resendFailed],
  ["Verification code sent", signInWords.code.sentTitle],
  ["We've sent a 6-digit code to ada@example.com", signInWords.code.lead("ada@example.com")],
  ["Email verified", signInWords.code.verified],
  ["Login successful", signInWords.code.loggedIn],
  ["Account created", signInWords.username.created],
  ["Logout Failed", logoutWords.failed],
  ["There was an error logging out", logoutWords.failedText],
  // Shelves
  ["Failed to create shelf: why", failedWords["shelf.create"]("why")],
  ["Failed to delete shelf: why", failedWords["shelf.delete"]("why")],
  ["Failed to reorder shelves: why", failedWords["shelf.move"]("why")],
  ["Success", toastWords.success],
  ["Shelf created successfully", shelfFormWords.created],
  ["Shelf deleted successfully", shelfFormWords.deleted],
  [
    'This will permanently delete the shelf "Books" and all of its items. This action cannot be undone.',
    deleteShelfWords.text("Books"),
  ],
  ["Create Your First Shelv", shelvesWords.emptyTitle],
  ["No items in this shelf", shelvesWords.noItems],
  // Items
  ["Failed to create item: why", failedWords["item.create"]("why")],
  ["Failed to update item: why", failedWords["item.update"]("why")],
  ["Failed to delete item: why", failedWords["item.delete"]("why")],
  ["Item created successfully", itemFormWords.created],
  ["Item updated successfully", itemFormWords.updated],
  ["Item deleted successfully", itemFormWords.deleted],
  ["Add New Item", itemFormWords.addTitle],
  ["Edit Item", itemFormWords.editTitle],
  ["$19.99", itemFormWords.pricePlaceholder],
  ["Creating...", itemFormWords.creating],
  ["Updating...", itemFormWords.updating],
  ["No items found", itemsWords.emptyTitle],
  ["Add your first item to start building your shelves.", itemsWords.emptyText],
  ["Create a shelf first before adding items.", itemsScreenWords.noShelves],
  ["Invalid image type", itemFormWords.invalidPictureType],
  ["Please upload a JPEG, PNG, GIF, or WebP image", pictureMessages.wrongType],
  ["Failed to process image", pictureMessages.unreadable],
  // Dashboard
  ["from last week", dashboardWords.fromLastWeek],
  ["Your Shelv", dashboardWords.shelves],
  ["Complete Setup Guide", dashboardWords.setup],
  ["Customize Theme", dashboardWords.theme],
  ["No recent activity", dashboardWords.noActivity],
  ["No popular items yet", dashboardWords.noPopular],
  ["Mug was clicked", activityText({ type: "click", itemTitle: "Mug", location: null })],
  ["Someone viewed your profile", activityText({ type: "view", itemTitle: null, location: null })],
  ["Someone from Kenya viewed your profile", activityText({ type: "view", itemTitle: null, location: "Kenya" })],
  ["You added Mug to shelf", activityText({ type: "add", itemTitle: "Mug", location: null })],
  ["Unknown activity", activityText({ type: "other", itemTitle: null, location: null })],
  // Appearance
  ["Failed to save settings: why", failedWords["appearance.update"]("why")],
  ["Appearance settings saved successfully", appearanceWords.saved],
  ["Clean & Simple", appearanceWords.template.minimal.text],
  ["Sleek & Modern", appearanceWords.template.dark.text],
  ["Warm & Inviting", appearanceWords.template.warm.text],
  // Account
  ["Failed to update profile", accountWords.profile.failed],
  ["Failed to update settings", accountWords.settings.failed],
  ["Failed to upload image", photoWords.failed],
  ["File too large", photoWords.tooLarge],
  ["Please select an image under 5MB", photoWords.tooLargeText],
  ["Profile updated successfully", accountWords.profile.updated],
  ["Settings updated successfully", accountWords.settings.updated],
  ["Profile picture updated successfully", photoWords.updated],
  ["Manage Shelves", accountWords.links.shelves],
  ["Manage Items", accountWords.links.items],
  ["View Dashboard", accountWords.links.dashboard],
  ["View Public Profile", accountWords.links.page],
  // The setup and the plans
  ["No credit card required", onboardingWords.trial.noCard],
  ["Start Free Trial", onboardingWords.trial.start],
  ["What do you do?", onboardingWords.profile.title],
  ["Complete Setup", onboardingWords.profile.complete],
  ["Welcome to Shelv!", onboardingWords.profile.doneTitle],
  ["Your profile has been set up successfully.", onboardingWords.profile.doneText],
  ["Setup failed", onboardingWords.profile.failedTitle],
  ["There was an error setting up your profile.", onboardingWords.profile.failedText],
  ["Pricing", landingWords.pricing],
  ["Sign in", landingWords.signIn],
  ["Get started", landingWords.getStarted],
  ["Dashboard", landingWords.dashboard],
  ["My Shelves", landingWords.myShelves],
  ["Account", landingWords.account],
  ["Product, Support, Company", footerWords.columns.map(({ title }) => title).join(", ")],
  ["Unlimited links, 3 shelves, Basic analytics, Shelv subdomain", planWords.free.features.join(", ")],
  ["Everything in Free, Unlimited shelves, Advanced analytics, Custom themes", planWords.pro.features.join(", ")],
  ["Everything in Pro, Custom domain, Premium support, White-label options", planWords.premium.features.join(", ")],
  ["Start Pro trial", planWords.pro.choose],
  ["Start Premium trial", planWords.premium.choose],
  ["Popular", popular],
  ["$0 forever", Object.values(priceWords("free")).join(" ")],
  ["$2.49 per month", Object.values(priceWords("pro")).join(" ")],
  ["$4.99 per month", Object.values(priceWords("premium")).join(" ")],
  // Everywhere
  ["You're offline. Some features may be limited.", offlineWords.notice],
  ["No Shelv found here", notFoundWords.title],
  ["The page you're looking for doesn't exist or may have been moved.", notFoundWords.text],
  ["Return to Home", notFoundWords.home],
  // What a form refuses
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
  ["Location must be under 50 characters", refusal(location, "a".repeat(51))],
  ["Title is required", refusal(itemFields.entries.title, "")],
  ["Must be a valid URL", refusal(itemFields.entries.url, "nowhere")],
  ["Must be a valid hex color", refusal(hexColor, "blue")],
])("%s", (quoted, ours) => {
  expect(ours).toBe(quoted);
});

test.each(["User Not Found", "The user you&#x27;re looking for doesn&#x27;t exist or has been removed."])("the page of nobody says %s", (text) => {
  expect(renderToStaticMarkup(createElement(UserNotFound))).toContain(text);
});

test.each([
  [new Response("it broke", { status: 500 }), "500: it broke"],
  [new Response("", { status: 404, statusText: "Not Found" }), "404: Not Found"],
])("an answer that is no success and no sentence is told by its status", async (response, message) => {
  expect((await failureOf(response)).message).toBe(message);
});
