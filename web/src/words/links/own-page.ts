import { PRODUCT } from "@shelv/contract/product";

export const ownerPageWords = {
  notHere: (username: string) =>
    `@${username}'s page isn't saved on this device. You can see it when you're back online.`,
  title: "You're offline",
  own: "This is your page as saved on this device.",
  frame: "Your page as visitors see it",
  back: `Back to My ${PRODUCT}`,
};
