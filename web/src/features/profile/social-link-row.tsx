import { TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { PLATFORMS, type SocialLinkRow as Row, socialLinkValue } from "@shelv/contract/social-link";
import { SocialIcon } from "@shelv/public-page/social-icon.tsx";
import { IconTrash } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { useOwner } from "#sync/owner-context.tsx";
import { useDirtyForm } from "#ui/dirty-forms";
import { IconButton } from "#ui/icon-button.tsx";
import { showError } from "#ui/toast";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { profileWords } from "#words/profile";
import styles from "./social-link-row.module.css";

const words = profileWords.social;
const schema = v.object({ value: socialLinkValue });

type SocialLinkRowProps = { link: Row; handle: ReactNode; takesFocus: boolean; onRemove: () => void };

/** One link; what is typed is saved when the field is left, or on Enter. */
export function SocialLinkRow({ link, handle, takesFocus, onRemove }: SocialLinkRowProps) {
  const owner = useOwner();
  const { name } = PLATFORMS[link.id];
  const field = useRef<HTMLInputElement>(null);
  const form = useForm({ initialValues: { value: link.value }, validate: schemaResolver(schema, { sync: true }) });
  // Leaving the field saves it, so that only what cannot be saved could be lost.
  const [saving, setSaving] = useState<string | null>(null);
  useDirtyForm(() => form.getValues().value !== link.value && form.getValues().value !== saving);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  useFollow(link.value, (before) => form.values.value === before, (value) => form.setFieldValue("value", value));

  const save = async (values: { value: string }) => {
    const { value } = v.parse(schema, values);
    form.setFieldValue("value", value);
    if (value === link.value) return;
    setSaving(value);
    try {
      await owner.mutate({ name: "social-link.set", args: { id: link.id, value, was: link.value, position: link.position } });
    } catch (error) {
      setSaving(null);
      showError(failedWords["social-link.set"](errorWords(error)));
    }
  };

  return (
    <form noValidate className={styles["row"]} onSubmit={form.onSubmit(save)}>
      {handle}
      <span className={styles["icon"]}><SocialIcon platform={link.id} /></span>
      <TextInput
        {...form.getInputProps("value")}
        ref={field}
        className={styles["field"] ?? ""}
        aria-label={words.field(name)}
        placeholder={words.placeholder}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        onBlur={() => form.onSubmit(save)()}
      />
      <IconButton aria-label={words.remove(name)} onClick={onRemove}><IconTrash size={20} /></IconButton>
    </form>
  );
}

/** Another device's change shows here, unless something else is being typed. */
function useFollow(stored: string, isUntouched: (before: string) => boolean, follow: (value: string) => void): void {
  const seen = useRef(stored);
  useEffect(() => {
    if (seen.current !== stored && isUntouched(seen.current)) follow(stored);
    seen.current = stored;
  });
}
