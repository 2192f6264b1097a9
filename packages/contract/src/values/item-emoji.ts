/**
 * The emoji of an item without picture and emoji. It has a file of its own: the landing page needs no schema
 * of items.
 */
export const ITEM_DEFAULT_EMOJI = "🔗";
