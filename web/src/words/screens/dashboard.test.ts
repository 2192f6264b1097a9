import { expect, test } from "vitest";
import { activityText, headlineText } from "./dashboard";

test.each([
  [{ type: "click", itemTitle: "Coffee mug", location: null }, "Coffee mug was clicked"],
  [{ type: "view", itemTitle: null, location: "Finland" }, "Someone from Finland viewed your profile"],
  [{ type: "view", itemTitle: null, location: null }, "Someone viewed your profile"],
  [{ type: "add", itemTitle: "Coffee mug", location: null }, "You added Coffee mug to shelf"],
  [{ type: "share", itemTitle: null, location: null }, "Unknown activity"],
])("%j reads %j", (activity, text) => {
  expect(activityText(activity)).toBe(text);
});

const quiet = { visitors: 0, views: 0, viewsSoFar: 0, mostOpened: undefined };
const vase = "Bud vase";

test.each([
  [{ visitors: 11, views: 90, mostOpened: vase }, "11 people came today; most opened: Bud vase."],
  [{ visitors: 1, views: 1 }, "1 person came today."],
  [{ views: 1240, mostOpened: vase }, "1,240 views in the last 30 days; most opened: Bud vase."],
  [{ views: 1 }, "1 view in the last 30 days."],
  [{ viewsSoFar: 2 }, "2 views so far, none in the last 30 days."],
  [{}, null],
])("the first line of %j is %j", (figures, text) => {
  expect(headlineText({ ...quiet, ...figures })).toBe(text);
});
