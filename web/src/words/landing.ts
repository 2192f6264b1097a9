import { PRODUCT } from "@shelv/contract/product";

export const landingWords = {
  signIn: "Sign in",
  getStarted: "Get started",
  dashboard: "Dashboard",
  myShelves: "My Shelves",
  account: "Account",
  title: "Put what you love on a shelf",
  lead: `One page for your links, shops and finds, standing on wooden shelves of your own. Claim your name and place the first thing in a minute.`,
  claimLabel: "Choose your username",
  claimPlaceholder: "yourname",
  claim: `Claim your ${PRODUCT}`,
  free: "Free, without a credit card.",
  sampleTitle: "What a shelf looks like",
  checking: "Checking",
  available: (name: string) => `${name} is yours to take`,
  taken: (name: string) => `${name} is not available`,
  uncheckable: "Failed to check username",
};

/** The sample shelf: nobody's in particular, somebody's all the same. */
export const sampleWords = {
  shelves: [
    {
      id: "sample-kitchen",
      name: "From my kitchen",
      emoji: "🍳",
      items: [
        { id: "pan", title: "The pan I use daily", emoji: "🍳", price: "$39" },
        { id: "salt", title: "Flaky sea salt", emoji: "🧂", price: "$6.50" },
        { id: "noodles", title: "Sunday ramen, step by step", emoji: "🍜", price: "" },
        { id: "knife", title: "A knife for life", emoji: "🔪", price: "$89" },
        { id: "lemon", title: "Preserved lemons", emoji: "🍋", price: "" },
        { id: "tea", title: "Morning tea", emoji: "🍵", price: "$12" },
        { id: "bread", title: "Bread without kneading", emoji: "🍞", price: "" },
        { id: "herbs", title: "Herbs on the sill", emoji: "🌿", price: "" },
      ],
    },
  ],
};
