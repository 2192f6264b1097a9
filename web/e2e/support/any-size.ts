/** Says of a test that what it tries happens behind the screen, and is the same at every size: seen once, on a phone, is enough. */
export const ANY_SIZE = { tag: "@any-size" };
