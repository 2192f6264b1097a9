export const titlePlaceholder = "Potter, baker, maker of small films";
