/** An item in the list of all, on a phone, with what it says. */
export const CARDS = 'ul[aria-label="Items"] article[aria-label]';
