export const BEGIN = {
  setup: "setup",
  shelf: "shelf",
} as const;
