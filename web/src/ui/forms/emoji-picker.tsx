import { SHELF_EMOJIS } from "@shelv/contract/rows/shelf";
import { useId } from "react";
import { FieldGroup } from "./field-group";
import styles from "./emoji-picker.module.css";
import { useAfterFirstFrame } from "#platform/react/use-after-first-frame";

type EmojiPickerProps = {
  label: string;
  hint?: string;
  value: string;
  isDisabled?: boolean;
  onChange: (emoji: string) => void;
};

/** Radio buttons, for keyboard and screen reader. An emoji from another source stays a choice. */
export function EmojiPicker({ label, hint, value, isDisabled = false, onChange }: EmojiPickerProps) {
  const name = useId();
  const isDrawn = useAfterFirstFrame();
  const known: readonly string[] = SHELF_EMOJIS;
  const choices = value === "" || known.includes(value) ? known : [value, ...known];
  return (
    <FieldGroup legend={label} hint={hint} isDisabled={isDisabled}>
      <div className={styles["choices"]}>
        {choices.map((emoji) => (
          <label key={emoji} className={styles["choice"]}>
            {isDrawn && (
              <>
                <input
                  type="radio"
                  className={styles["radio"]}
                  name={name}
                  checked={emoji === value}
                  aria-label={(emojiNames as Record<string, string>)[emoji] ?? emoji}
                  onChange={() => onChange(emoji)}
                />
                <span aria-hidden="true">{emoji}</span>
              </>
            )}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

const emojiNames: Record<(typeof SHELF_EMOJIS)[number], string> = {
  "📚": "Books",
  "🔗": "Link",
  "🛍️": "Shopping",
  "🎵": "Music",
  "🎬": "Film",
  "🎮": "Games",
  "🍳": "Cooking",
  "✈️": "Travel",
  "🏡": "Home",
  "💄": "Beauty",
  "👕": "Clothes",
  "💻": "Computer",
  "📷": "Camera",
  "🎨": "Art",
  "🌱": "Plants",
  "❤️": "Heart",
};
