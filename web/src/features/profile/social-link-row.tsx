import { TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { PLATFORMS, type SocialLinkRow as Row, withSocialValue } from "@shelv/contract/rows/social-link";
import { SocialIcon } from "@shelv/public-page/social-icon.tsx";
import { IconTrash } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { useOwner } from "#session/owner-context.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { showError } from "#ui/feedback/toast";
import { restart, useFormSync } from "#ui/forms/use-form-sync";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { profileWords } from "#words/screens/profile";
import { DraftBar } from "#domain/drafts/draft-bar.tsx";
import { useFormDraft } from "#domain/drafts/use-form-draft";
import styles from "./social-link-row.module.css";

const words = profileWords.social;
const schemaOf = ({ id }: Row) =>
  v.pipe(
    v.object({ value: v.string() }),
    withSocialValue(() => id),
  );

type SocialLinkRowProps = {
  link: Row;
  /** False if another device removed it: saving creates it again. */
  isStored: boolean;
  handle: ReactNode;
  takesFocus: boolean;
  retain: (link: Row) => void;
  release: (link: Row) => void;
  onRemove: () => void;
};

export function SocialLinkRow({
  link,
  isStored,
  handle,
  takesFocus,
  retain,
  release,
  onRemove,
}: SocialLinkRowProps) {
  const owner = useOwner();
  const { name } = PLATFORMS[link.id];
  const field = useRef<HTMLInputElement>(null);
  const form = useForm({
    initialValues: { value: link.value },
    validate: schemaResolver(schemaOf(link), { sync: true }),
  });
  // Leaving the field saves it, so only invalid text could be lost.
  const [saving, setSaving] = useState<string | null>(null);
  const typed = useFormDraft(`social-link:${link.id}`, form, {
    isDirty: () => form.isDirty() && form.getValues().value !== saving,
  });
  const isTyped = form.isDirty();
  useEffect(() => {
    if (isTyped) retain(link);
    else if (isStored) release(link);
  }, [isTyped, isStored, link, retain, release]);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  useFormSync(form, { value: link.value });

  const save = async (values: { value: string }) => {
    const { value } = v.parse(schemaOf(link), values);
    const { value: was } = form.getInitialValues();
    form.setFieldValue("value", value);
    if (value === saving) return;
    if (value === was) {
      restart(form, { value: link.value });
      if (!isStored) release(link);
      return;
    }
    setSaving(value);
    try {
      await owner.mutate({
        name: "social-link.set",
        args: { id: link.id, value, was, position: link.position },
      });
      form.resetDirty({ value });
    } catch (error) {
      showError(failedWords["social-link.set"](errorWords(error)));
    }
    setSaving(null);
  };

  return (
    <form noValidate className={styles["row"]} onSubmit={form.onSubmit(save)}>
      <DraftBar draft={typed} />
      {handle}
      <span className={styles["icon"]}>
        <SocialIcon platform={link.id} />
      </span>
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
      <IconButton aria-label={words.remove(name)} onClick={onRemove}>
        <IconTrash size={20} />
      </IconButton>
    </form>
  );
}
