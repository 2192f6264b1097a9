import { Button, Textarea, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { DialogButtons, DialogForm } from "#ui/dialogs/dialog-form.tsx";
import { EmojiPicker } from "#ui/forms/emoji-picker.tsx";
import { focusFirstError } from "#ui/forms/form-focus";
import { SubmitButton } from "#ui/buttons/submit-button.tsx";
import { SelectField } from "#ui/forms/text-field.tsx";
import { showError, showToast } from "#ui/feedback/toast";
import { usePending } from "#ui/forms/use-pending";
import { actionWords } from "#words/actions";
import { errorWords } from "#words/errors";
import { rejectedWords as words } from "#words/screens/rejected-changes";
import { DraftBar } from "#domain/drafts/draft-bar.tsx";
import { useFormDraft } from "#domain/drafts/use-form-draft";
import {
  completed,
  type CorrectionField,
  draftOfFields,
  type FieldsCorrection,
  type FieldsDraft,
  wrongFields,
} from "./correction-fields";
import styles from "./fields-form.module.css";

type FieldsFormProps = {
  name: string;
  correction: FieldsCorrection;
  save: (draft: FieldsDraft) => Promise<boolean>;
  onClose: () => void;
};

export function FieldsForm({ name, correction, save, onClose }: FieldsFormProps) {
  const form = useForm<FieldsDraft>({
    initialValues: draftOfFields(correction),
    validate: (draft) =>
      Object.fromEntries(
        Object.entries(wrongFields(correction, draft)).map(([field, wrong]) => [`values.${field}`, wrong]),
      ),
  });
  const typed = useFormDraft(name, form);
  const { isPending, runOnce } = usePending();
  const submit = async (draft: FieldsDraft) => {
    try {
      const hasChanges = await save(draft);
      showToast({ title: hasChanges ? words.retried : words.leftOut });
      typed.release();
      onClose();
      return true;
    } catch (error) {
      showError(errorWords(error), words.retryFailed);
      return false;
    }
  };
  return (
    <DialogForm onSubmit={form.onSubmit((draft) => runOnce(() => submit(draft)), focusFirstError(form))}>
      <DraftBar draft={typed} />
      {correction.fields.map((one, at) => (
        <div key={one.field} className={styles["field"]}>
          <Field one={one} mutation={correction.part.root.name} form={form} takesFocus={at === 0} />
          {correction.canLeaveOut && (
            <label className={styles["leave"]}>
              <input
                {...form.getInputProps(`left.${one.field}`, { type: "checkbox" })}
                type="checkbox"
                aria-label={words.leaveOutField(one.label)}
              />
              {words.leaveOut}
            </label>
          )}
        </div>
      ))}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {actionWords.cancel}
        </Button>
        <SubmitButton isOff={isPending}>{words.save}</SubmitButton>
      </DialogButtons>
    </DialogForm>
  );
}

type FieldProps = {
  one: CorrectionField;
  mutation: string;
  form: UseFormReturnType<FieldsDraft>;
  takesFocus: boolean;
};

function Field({ one, mutation, form, takesFocus }: FieldProps) {
  const { field, label } = one;
  if (one.kind === "whole")
    return (
      <p className={styles["whole"]}>
        <span className={styles["label"]}>{label}</span> <span dir="auto">{one.text}</span>
      </p>
    );
  const input = {
    ...form.getInputProps(`values.${field}`),
    label,
    disabled: form.values.left[field] ?? false,
    "data-autofocus": takesFocus || undefined,
  };
  if (one.kind === "choice") return <SelectField {...input} choices={one.choices} />;
  if (one.input === "emoji")
    return (
      <EmojiPicker
        label={label}
        value={form.values.values[field] ?? ""}
        isDisabled={input.disabled}
        onChange={(emoji) => form.setFieldValue(`values.${field}`, emoji)}
      />
    );
  const Text = one.input === "text" ? Textarea : TextInput;
  const complete = () => {
    const typed = form.getValues().values[field] ?? "";
    const whole = completed(mutation, field, typed);
    if (whole !== typed) form.setFieldValue(`values.${field}`, whole);
  };
  return <Text {...input} onBlur={complete} />;
}
