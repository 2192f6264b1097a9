import type { TemplateName } from "@shelv/contract/appearance";

export const templateWords: Record<TemplateName, { name: string; text: string }> = {
  minimal: { name: "Minimal", text: "Clean & Simple" },
  dark: { name: "Dark", text: "Sleek & Modern" },
  warm: { name: "Warm", text: "Warm & Inviting" },
};
