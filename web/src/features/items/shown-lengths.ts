/** Longer texts are truncated. */
export const TITLE_SHOWN_LENGTH = 50;
export const DESCRIPTION_SHOWN_LENGTH = 75;
