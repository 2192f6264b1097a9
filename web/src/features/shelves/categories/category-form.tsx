import { Button, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { categoryFields, categoryNameKey, type CategoryRow } from "@shelv/contract/rows/category";
import { patchBetween } from "@shelv/mutators/patch";
import { positionAtEnd } from "@shelv/mutators/placing";
import { useEffect, useRef } from "react";
import * as v from "valibot";
import { newId } from "#platform/new-id";
import { mayLeaveForms } from "#ui/forms/dirty-forms";
import { focusFirstError } from "#ui/forms/form-focus";
import { SubmitButton } from "#ui/buttons/submit-button.tsx";
import { announce } from "#ui/feedback/toast";
import { usePending } from "#ui/forms/use-pending";
import { actionWords } from "#words/actions";
import { categoryWords as words } from "#words/screens/categories";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { DraftBar } from "#domain/drafts/draft-bar.tsx";
import { useFormDraft } from "#domain/drafts/use-form-draft";
import { useRestoringMutate } from "#session/use-restoring-mutate";
import styles from "./category-form.module.css";

type CategoryFormProps = {
  shelfId: string;
  siblings: readonly CategoryRow[];
  category: CategoryRow | null;
  onClose: () => void;
};

const fieldErrors = schemaResolver(categoryFields, { sync: true });

/** `category` is null for a new one. Every refusal is shown at the field. */
export function CategoryForm({ shelfId, siblings, category, onClose }: CategoryFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const { isGone, mutate } = useRestoringMutate();
  const form = useForm({
    initialValues: { name: category?.name ?? "" },
    validate: (values) => {
      const errors = fieldErrors(values);
      const key = categoryNameKey(values.name);
      const isTaken = siblings.some(({ id, name }) => id !== category?.id && categoryNameKey(name) === key);
      return isTaken ? { name: words.taken, ...errors } : errors;
    },
  });
  const typed = useFormDraft(`category:${category?.id ?? `new:${shelfId}`}`, form);
  const { isPending, runOnce } = usePending();
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
    field.current?.scrollIntoView({ block: "nearest" });
  }, []);

  const submit = async (values: { name: string }) => {
    try {
      const after = v.parse(categoryFields, values);
      const edit = category && patchBetween(form.getInitialValues(), after);
      if (!category)
        await mutate({
          name: "category.create",
          args: { id: newId(), shelfId, ...after, position: positionAtEnd(siblings) },
        });
      else if (edit) await mutate({ name: "category.update", args: { id: category.id, ...edit } });
      announce(category ? words.updated : words.created);
      typed.release();
      onClose();
      return true;
    } catch (error) {
      form.setFieldError(
        "name",
        failedWords[category ? "category.update" : "category.create"](errorWords(error)),
      );
      return false;
    }
  };
  const cancel = async () => {
    if (await mayLeaveForms()) onClose();
  };

  const saveLabel = category ? words.update : words.create;
  return (
    <form
      noValidate
      aria-label={category ? words.rename(category.name) : words.add}
      className={styles["form"]}
      onSubmit={form.onSubmit((values) => runOnce(() => submit(values)), focusFirstError(form))}
    >
      <DraftBar draft={typed} />
      <div className={styles["line"]}>
        <TextInput
          {...form.getInputProps("name")}
          ref={field}
          className={styles["field"] ?? ""}
          aria-label={words.name}
          placeholder={words.namePlaceholder}
          autoComplete="off"
          onKeyDown={(event) => {
            if (event.key === "Escape" && !event.nativeEvent.isComposing) void cancel();
          }}
        />
        <SubmitButton isOff={isPending} px={16} h={48}>
          {isGone ? actionWords.restoreAnd(saveLabel) : saveLabel}
        </SubmitButton>
        <Button variant="subtle" px={12} h={48} onClick={() => void cancel()}>
          {actionWords.cancel}
        </Button>
      </div>
    </form>
  );
}
