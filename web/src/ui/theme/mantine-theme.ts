import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  TextInput,
  type VariantColorResolverResult,
} from "@mantine/core";

export const mantineTheme = createTheme({
  primaryColor: "oak",
  primaryShade: { light: 7, dark: 3 },
  variantColorResolver: (input) => ({ ...defaultVariantColorsResolver(input), ...ourColors(input) }),
  black: "#3a2818",
  colors: {
    oak: [
      "#fdf6ea",
      "#f7e6cb",
      "#efd0a0",
      "#f0bf80",
      "#e0a155",
      "#c98337",
      "#ab6722",
      "#8a4b12",
      "#6f3b0d",
      "#552c09",
    ],
    brick: [
      "#fdf0ec",
      "#f9dcd4",
      "#f3b9aa",
      "#f2a08c",
      "#e67d64",
      "#cf5a40",
      "#b8452c",
      "#a3351d",
      "#842813",
      "#67200f",
    ],
  },
  fontFamily:
    '"Shelv Inter", "Device Emoji", "Inter Fallback", "Inter Fallback Roboto", "Inter Fallback DejaVu", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  headings: { fontFamily: "inherit", fontWeight: "680" },
  defaultRadius: "md",
  radius: { md: "10px", lg: "16px" },
  respectReducedMotion: true,
  cursorType: "pointer",
  focusRing: "auto",
  components: {
    Button: { defaultProps: { size: "md" } },
    TextInput: TextInput.extend({ defaultProps: { size: "md" } }),
    Textarea: { defaultProps: { size: "md" } },
    NativeSelect: { defaultProps: { size: "md" } },
  },
});

function ourColors({
  variant,
  color,
}: {
  variant: string;
  color: string | undefined;
}): Partial<VariantColorResolverResult> {
  if (variant === "filled") return { color: "var(--on-filled)" };
  if (color === "gray") return {};
  if (variant === "light")
    return { background: "var(--accent-soft)", hover: "var(--accent-soft-hover)", color: "var(--accent)" };
  if (variant === "subtle")
    return { hover: "var(--sheet-hover)", color: color === "brick" ? "var(--danger)" : "var(--accent)" };
  if (variant === "outline" && color === "brick")
    return { hover: "var(--sheet-hover)", color: "var(--danger)", border: "1px solid var(--danger)" };
  return {};
}

const shared = {
  "--mantine-color-body": "var(--sheet)",
  "--mantine-color-text": "var(--shelv-ink)",
  "--mantine-color-dimmed": "var(--shelv-ink-soft)",
  "--mantine-color-placeholder": "var(--placeholder)",
  "--mantine-color-default": "var(--sheet)",
  "--mantine-color-default-hover": "var(--sheet-hover)",
  "--mantine-color-default-color": "var(--shelv-ink)",
  "--mantine-color-default-border": "var(--line)",
  "--mantine-color-error": "var(--danger)",
  "--mantine-color-gray-light-color": "var(--shelv-ink-soft)",
  "--mantine-color-gray-light-hover": "var(--sheet-hover)",
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });
