import * as v from "valibot";
import { appearanceFields, pageTheme, shelfBackground } from "#rows/appearance";
import { userSettings } from "#rows/account";
import { route } from "./route.ts";

/** `shelfBackground` and `theme` belong to the appearance, but are here too. */
const settingsAnswer = v.object({ shelfBackground, theme: pageTheme, ...userSettings.entries });

const { template, primaryColor, fontFamily, customCss, showsCredit } = appearanceFields.entries;
/** `isDarkMode`: true stores "dark"; false turns "dark" into "light" and leaves "auto". */
const appearanceAnswer = v.object({
  template,
  primaryColor,
  fontFamily,
  isDarkMode: v.boolean(),
  shelfBackground,
  customCss,
  showsCredit,
});

export const settingsRoutes = {
  read: route({
    method: "GET",
    path: "/api/user/settings",
    summary: "What the owner has switched on and off",
    access: "owner",
    answer: settingsAnswer,
  }),
  update: route({
    method: "PUT",
    path: "/api/user/settings",
    summary: "Changes the settings that are sent",
    access: "owner",
    body: v.partial(settingsAnswer),
    answer: settingsAnswer,
  }),
  readAppearance: route({
    method: "GET",
    path: "/api/settings",
    summary: "How the page looks",
    access: "owner",
    answer: appearanceAnswer,
  }),
  updateAppearance: route({
    method: "PUT",
    path: "/api/settings",
    summary: "Changes what is sent of how the page looks",
    refuses: ["needs-pro", "needs-premium"],
    access: "owner",
    body: v.partial(appearanceAnswer),
    answer: appearanceAnswer,
  }),
};
