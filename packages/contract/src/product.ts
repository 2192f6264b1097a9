/** The product's name, as every text writes it. */
export const PRODUCT = "Shelv";
