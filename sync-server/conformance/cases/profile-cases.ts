import type { RouteCase } from "#conformance/route-case";
import { imageFile } from "#testing/pictures";

export const profileCases: Record<string, RouteCase> = {
  "PUT /api/user/profile": {
    happy: () => ({
      body: {
        displayName: "Somebody",
        title: "Potter",
        bio: "Hello",
        website: "https://example.org/",
        location: "Oslo",
      },
    }),
  },
  "POST /api/user/upload-avatar": { happy: async () => ({ body: { image: await imageFile() } }) },
  "GET /api/user/social-links": { happy: () => ({}) },
  "PUT /api/user/social-links": {
    happy: () => ({
      body: {
        links: [
          { platform: "github", value: "@somebody" },
          { platform: "discord", value: "" },
        ],
      },
    }),
  },
  "GET /api/user/settings": { happy: () => ({}) },
  "PUT /api/user/settings": {
    happy: () => ({
      body: {
        shelfBackground: "wood",
        theme: "dark",
        showAnalytics: true,
        emailNotifications: false,
        publicProfile: true,
      },
    }),
    drawn: { shelfBackground: null, theme: null, showAnalytics: null, emailNotifications: null },
  },
  "GET /api/settings": { happy: () => ({}) },
  "PUT /api/settings": {
    happy: () => ({
      body: {
        template: "warm",
        primaryColor: "#0a0",
        fontFamily: "Serif",
        isDarkMode: true,
        shelfBackground: "glass",
        customCss: ".page { color: red }",
        showsCredit: true,
      },
    }),
  },
  "GET /api/user/plan": { happy: () => ({}) },
  "PUT /api/user/plan": { happy: () => ({ body: { plan: "premium" } }) },
  "GET /api/onboarding-status": { happy: () => ({}) },
  "POST /api/complete-onboarding": {
    happy: async () => ({
      body: {
        goal: "creator",
        trial: "true",
        plan: "pro",
        template: "dark",
        platforms: JSON.stringify(["github", "twitch"]),
        title: "Potter",
        bio: "Hello",
        avatar: await imageFile(),
      },
    }),
  },
};
