/** On the card of an item without picture and emoji. By itself: the landing page needs no schema of items. */
export const ITEM_DEFAULT_EMOJI = "🔗";
