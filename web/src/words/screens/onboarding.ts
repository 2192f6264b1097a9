import { PROFILE_FIELDS } from "@shelv/contract/rows/profile";
import type { Goal } from "@shelv/contract/rows/onboarding";
import { setupTexts } from "#words/catalogue";
import { titlePlaceholder } from "#words/screens/profile";

export const onboardingWords = {
  progress: (step: number, of: number) => `Step ${step} of ${of}`,
  continue: "Continue",
  skip: "Skip",
  skipRest: "Skip the rest",
  closeSetup: "Close the setup",
  yourPage: "Your page",
  goal: {
    heading: "What brings you here?",
    lead: "We set up your page to suit it. You can change everything later.",
    choices: {
      creator: { name: "Creator", text: "Share what you make, and the things you make it with" },
      business: { name: "Business", text: "Show products, services and where to find you" },
      personal: { name: "Personal", text: "Keep your favorite links in one good-looking place" },
    } satisfies Record<Goal, { name: string; text: string }>,
    shelves: "Shelves to begin with",
    starters: {
      creator: [
        { name: "My work", emoji: "🎨" },
        { name: "My tools", emoji: "💻" },
        { name: "My videos", emoji: "🎬" },
      ],
      business: [
        { name: "Our shop", emoji: "🛍️" },
        { name: "Find us", emoji: "🏡" },
        { name: "Good to know", emoji: "🔗" },
      ],
      personal: [
        { name: "Favorites", emoji: "❤️" },
        { name: "On repeat", emoji: "🎵" },
        { name: "To read", emoji: "📚" },
      ],
    } satisfies Record<Goal, { name: string; emoji: string }[]>,
  },
  trial: {
    heading: "Try everything for 14 days",
    lead: "A free trial of a paid plan, once per account.",
    perks: ["Unlimited shelves and links", "Advanced analytics", "Custom themes", "Premium support"],
    noCard: "No credit card required",
    days: [
      { day: "Today", text: "Everything is open to you." },
      { day: "In 14 days", text: "You're on Free. Nothing you made is deleted." },
    ],
    start: "Start Free Trial",
  },
  plan: {
    heading: "Choose your plan",
    lead: "A paid plan is free for 14 days. After that you're on Free. Nothing you made is deleted.",
    leadFree: "Free stays free. You can change your plan at any time, under Account.",
    legend: "Plan",
    notYours: "Your 14-day trial is over",
    withFree: "Continue with Free",
  },
  template: {
    heading: "Pick a look",
    lead: "Your page's colors and background. You can change all of it under Appearance.",
    legend: "Template",
    suits: {
      creator: "Suits creators",
      business: "Suits a business",
      personal: "Suits a personal page",
    } satisfies Record<Goal, string>,
  },
  platforms: {
    heading: "Where else are you?",
    lead: "Pick your platforms and type your handles. You can fill in empty ones later, under Profile.",
    legend: "Social platforms",
    handle: "handle or URL",
    selected: (count: number) => `${count} selected`,
  },
  profile: {
    heading: "Introduce yourself",
    lead: "This appears at the top of your page.",
    photo: "Picture",
    choosePhoto: "Choose a picture",
    changePhoto: "Change picture",
    removePhoto: "Remove picture",
    title: PROFILE_FIELDS.title.label,
    titlePlaceholder,
    bio: PROFILE_FIELDS.bio.label,
    bioPlaceholder: "A sentence or two about you",
    complete: "Complete Setup",
    doneTitle: setupTexts.done,
    doneText: setupTexts.doneText,
    failedTitle: setupTexts.failed,
    failedText: setupTexts.failedText,
  },
};
