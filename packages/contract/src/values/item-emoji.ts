export const ITEM_DEFAULT_EMOJI = "🔗";
