import { PRODUCT } from "@shelv/contract/product";

export const pageWords = {
  allCategories: "All",
  emptyShelf: "No items in this shelf yet.",
  noItems: "No items in this shelf",
  back: "Back to editing",
  noShelves: "This user hasn't created any shelves yet.",
  credit: `made with ${PRODUCT}`,
  report: "Report this page",
  seeAll: (items: number) => `See all ${items.toLocaleString("en-US")}`,
  seeLess: "Show less",
  details: (title: string) => `Details of ${title}`,
  notFound: "User Not Found",
  notFoundText: "The user you're looking for doesn't exist or has been removed.",
  claim: "Claim this name",
  home: "Home",
  nothing: `No ${PRODUCT} found here`,
  nothingText: "The page you're looking for doesn't exist or may have been moved.",
  nothingHome: "Return to Home",
  suspended: "This page is not available",
  suspendedText: "This site's administrator took it down.",
};
