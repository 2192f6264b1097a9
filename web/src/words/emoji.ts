import type { SHELF_EMOJIS } from "@shelv/contract/shelf";

export const emojiNames: Record<(typeof SHELF_EMOJIS)[number], string> = {
  "📚": "Books",
  "🔗": "Link",
  "🛍️": "Shopping",
  "🎵": "Music",
  "🎬": "Film",
  "🎮": "Games",
  "🍳": "Cooking",
  "✈️": "Travel",
  "🏡": "Home",
  "💄": "Beauty",
  "👕": "Clothes",
  "💻": "Computer",
  "📷": "Camera",
  "🎨": "Art",
  "🌱": "Plants",
  "❤️": "Heart",
};
