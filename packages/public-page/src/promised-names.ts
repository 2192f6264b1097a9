/** Owners' style sheets name these. One may be added; taking one away or renaming it breaks pages that nobody here has ever seen. */
export const PROMISED_CLASSES: readonly string[] = [
  "shelv-page", "shelv-who", "shelv-frame", "shelv-avatar", "shelv-name", "shelv-username", "shelv-title", "shelv-bio", "shelv-facts", "shelv-location",
  "shelv-website", "shelv-socials", "shelv-social", "shelv-shelves", "shelv-shelf", "shelv-shelf-heading", "shelv-shelf-name", "shelv-shelf-emoji",
  "shelv-shelf-description", "shelv-chips", "shelv-chip", "shelv-board", "shelv-row", "shelv-place", "shelv-item", "shelv-thing", "shelv-picture",
  "shelv-card", "shelv-caption", "shelv-price", "shelv-clicks", "shelv-note", "shelv-footer", "shelv-credit",
];

export const PROMISED_VARIABLES: readonly string[] = [
  "--shelv-wall", "--shelv-wall-low", "--shelv-ink", "--shelv-ink-soft", "--shelv-accent", "--shelv-accent-ink", "--shelv-wood-top", "--shelv-wood-lip",
  "--shelv-wood-front", "--shelv-wood-low", "--shelv-paper", "--shelv-paper-ink", "--shelv-focus",
];
