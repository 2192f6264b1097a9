import { TextInput } from "@mantine/core";
import { COLOR_PRESETS } from "@shelv/contract/rows/appearance";
import { type ComponentProps, useState } from "react";
import { appearanceWords as words } from "#words/screens/appearance";
import styles from "./color-field.module.css";
import { type Hsl, hexOf, hslOf } from "./hsl";

type ColorFieldProps = {
  field: ComponentProps<typeof TextInput>;
  value: string;
  shown: string;
  onChange: (hex: string) => void;
};

export function ColorField({ field, value, shown, onChange }: ColorFieldProps) {
  const { hsl, setHsl } = useHsl(value.trim(), shown, onChange);
  return (
    <fieldset className={styles["field"]}>
      <legend className={styles["label"]}>{words.color}</legend>
      <fieldset aria-label={words.presets} className={styles["presets"]}>
        {COLOR_PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            className={styles["preset"]}
            style={{ "--preset": preset } as React.CSSProperties}
            aria-label={preset}
            aria-pressed={preset.toLowerCase() === shown.toLowerCase()}
            onClick={() => onChange(preset)}
          />
        ))}
      </fieldset>
      <div className={styles["typed"]}>
        <span className={styles["swatch"]} style={{ background: shown }} aria-hidden="true" />
        <TextInput
          {...field}
          aria-label={words.hex}
          className={styles["hex"] ?? ""}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
        />
      </div>
      <Slider name="hue" max={359} hsl={hsl} onChange={setHsl} track={HUES} />
      <Slider
        name="saturation"
        max={100}
        hsl={hsl}
        onChange={setHsl}
        track={between(hsl, "saturation", [0, 100])}
      />
      <Slider
        name="lightness"
        max={100}
        hsl={hsl}
        onChange={setHsl}
        track={between(hsl, "lightness", [0, 50, 100])}
      />
    </fieldset>
  );
}

const BLUE: Hsl = { hue: 216, saturation: 100, lightness: 50 };

/**
 * Greys have no hue and black no saturation, so the sliders' values are state while they match the colour.
 */
function useHsl(value: string, shown: string, onChange: (hex: string) => void) {
  const [kept, setKept] = useState<Hsl>(() => hslOf(value) ?? hslOf(shown) ?? BLUE);
  const [of, setOf] = useState(value);
  if (of !== value) {
    setOf(value);
    if (hexOf(kept).toLowerCase() !== value.toLowerCase()) setKept(hslOf(value, kept.hue) ?? kept);
  }
  const setHsl = (next: Hsl) => {
    setKept(next);
    onChange(hexOf(next));
  };
  return { hsl: kept, setHsl };
}

type SliderProps = { name: keyof Hsl; max: number; hsl: Hsl; onChange: (hsl: Hsl) => void; track: string };

const Slider = ({ name, max, hsl, onChange, track }: SliderProps) => (
  <label className={styles["slider"]}>
    <span className={styles["name"]}>{words[name]}</span>
    <input
      type="range"
      className={styles["range"]}
      style={{ "--track": track } as React.CSSProperties}
      min={0}
      max={max}
      value={hsl[name]}
      aria-valuetext={name === "hue" ? `${hsl.hue}°` : `${hsl[name]}%`}
      onChange={({ currentTarget }) => onChange({ ...hsl, [name]: currentTarget.valueAsNumber })}
    />
    <output className={styles["number"]} aria-hidden="true">
      {name === "hue" ? `${hsl.hue}°` : `${hsl[name]}%`}
    </output>
  </label>
);

const HUES = `linear-gradient(90deg, ${[0, 60, 120, 180, 240, 300, 360].map((hue) => `hsl(${hue} 90% 52%)`).join(", ")})`;

const between = (hsl: Hsl, name: keyof Hsl, stops: number[]) =>
  `linear-gradient(90deg, ${stops.map((stop) => hexOf({ ...hsl, [name]: stop })).join(", ")})`;
