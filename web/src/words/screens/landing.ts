import { PRODUCT } from "@shelv/contract/product";
import { usernameTexts } from "#words/catalogue";

export const landingWords = {
  bar: "Main",
  pricing: "Pricing",
  signIn: "Sign in",
  getStarted: "Get started",
  dashboard: "Dashboard",
  myShelves: "My Shelves",
  account: "Account",
  title: "Put what you love on a shelf",
  lead: "One page for your links, shops and finds, standing on wooden shelves of your own. One address to share it all.",
  claimLabel: "Choose your username",
  claimPlaceholder: "yourname",
  claim: `Claim your ${PRODUCT}`,
  free: "Free to start. No credit card required.",
  open: "Open your shelf",
  checking: "Checking",
  available: (name: string) => `${name} is yours to take`,
  taken: (name: string) => `${name} is not available`,
  suggested: (name: string) => `${name} is free`,
  take: "Take it",
  uncheckable: usernameTexts.checkFailed,
  offline: "You're offline. We'll check when you're back.",
};

export const featureWords = {
  heading: "Made for what you care about",
  lead: "Everything a small page needs, and nothing that gets in its way.",
  cards: {
    phones: {
      title: "At home on phones",
      text: "Most people come from an app on their phone. Your page fits any phone and opens instantly.",
    },
    themes: {
      title: "A look of your own",
      text: "Colors, fonts and layouts. Start from a template, then make it yours.",
    },
    analytics: {
      title: "See what people open",
      text: "Views and clicks for every shelf and every item on it, without cookies.",
    },
    domains: {
      title: "An address to remember",
      text: "A name on our store and link domains, or a domain of your own.",
    },
    fast: {
      title: "Fast and secure",
      text: "A tiny page with no trackers.",
    },
    offline: {
      title: "Works without a network",
      text: "Edit on a train or up a mountain. Your changes go out when you're back online.",
    },
  },
} satisfies { cards: Record<string, { title: string; text: string }>; heading: string; lead: string };

export const stepWords = {
  heading: "On the wall in three steps",
  steps: [
    { title: "Choose a username", text: "It becomes the address of your page." },
    {
      title: "Add your links",
      text: "With a picture, and a price if it has one. Items stay where you put them.",
    },
    { title: "Share your page", text: "One link for your bio, your card, your shop window." },
  ],
  yourName: "yourname",
};

export const pricingWords = {
  heading: "Start free, grow when you like",
  lead: "A paid plan is free for 14\u00a0days. No credit card required.",
  plans: "Plans",
};

export const closingWords = {
  heading: "There is room for your things",
  text: "Your name may still be free.",
  space: "Your first item goes here",
};

export const footerWords = {
  credit: `Links, standing on a shelf.`,
  product: "Product",
  features: "Features",
};

export const sampleWords = {
  label: "What a shelf looks like",
  everyDay: { name: "Things I use every day", emoji: "☀️", owner: "mira" },
  kitchen: { name: "From my kitchen", emoji: "🍋", owner: "jonas" },
  things: {
    lamp: "My reading lamp",
    books: "Books I lend out",
    vase: "Bud vase, sea glaze",
    mug: "My breakfast mug",
    print: "Evening hills, riso print",
    plant: "How to keep it alive",
    camera: "Camera for long walks",
    record: "On repeat this week",
    teapot: "Teapot for two",
    lemons: "Preserved lemons",
    jar: "Three-fruit marmalade",
    oil: "The good olive oil",
  },
};
