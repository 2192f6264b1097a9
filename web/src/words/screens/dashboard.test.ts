import { expect, test } from "vitest";
import { activityText } from "./dashboard";

test.each([
  [{ type: "click", itemTitle: "Coffee mug", location: null }, "Coffee mug was clicked"],
  [{ type: "view", itemTitle: null, location: "Finland" }, "Someone from Finland viewed your profile"],
  [{ type: "view", itemTitle: null, location: null }, "Someone viewed your profile"],
  [{ type: "add", itemTitle: "Coffee mug", location: null }, "You added Coffee mug to shelf"],
  [{ type: "share", itemTitle: null, location: null }, "Unknown activity"],
])("%j reads %j", (activity, text) => {
  expect(activityText(activity)).toBe(text);
});
