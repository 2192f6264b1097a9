export const PRODUCT = "Shelv";
