import { Button, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { authRoutes, type CurrentUser } from "@shelv/contract/routes/auth";
import { useRef } from "react";
import * as v from "valibot";
import { ApiFailure } from "#api/call";
import { LabelledPlate } from "#domain/name-plate/name-plate.tsx";
import { useAvailability } from "#domain/account/use-availability";
import { useSuggestedName } from "#domain/account/use-suggested-name";
import { focusFirstError } from "#ui/forms/form-focus";
import { OptionalLabel } from "#ui/forms/optional-label.tsx";
import { SubmitButton } from "#ui/buttons/submit-button.tsx";
import { announce, showError, showToast } from "#ui/feedback/toast";
import { useOnline } from "#platform/react/use-online";
import { UsernameMark } from "#domain/account/username-mark.tsx";
import { actionWords } from "#words/actions";
import { availabilityWords } from "#words/availability";
import { errorWords } from "#words/errors";
import { landingWords } from "#words/screens/landing";
import { signInWords } from "#words/screens/sign-in";
import { completeRegistration, otherNameText } from "./complete-registration";
import styles from "./sign-in-page.module.css";
import { StepHeading } from "./step-heading";
import type { TypedName } from "./use-typed-name";

const words = signInWords.username;
const schema = authRoutes.completeRegistration.body;

type UsernameStepProps = {
  typed: TypedName;
  onTyped: (typed: TypedName) => void;
  onBack: () => void;
  onDone: (user: CurrentUser) => Promise<void>;
};

export function UsernameStep({ typed, onTyped, onBack, onDone }: UsernameStepProps) {
  const form = useForm({
    initialValues: typed,
    onValuesChange: onTyped,
    validate: schemaResolver(schema, { sync: true }),
  });
  const name = form.values.username.trim();
  const availability = useAvailability(name);
  const message = availabilityWords(name, availability, useOnline());
  const suggested = useSuggestedName(name, availability);
  const submit = useRef<HTMLButtonElement>(null);
  const take = (free: string) => {
    form.setFieldValue("username", free);
    submit.current?.focus();
  };
  const wrong = { taken: words.taken, malformed: message }[availability as string] ?? null;

  const register = async (values: TypedName) => {
    try {
      const chosen = v.parse(schema, values);
      const user = await completeRegistration(chosen);
      const other = otherNameText(chosen.username, user);
      // The setup follows: a toast would cover its buttons.
      if (other === null) announce(words.created);
      await onDone(user);
      if (other !== null) showToast(other);
    } catch (error) {
      const message = errorWords(error, words.failed);
      if (error instanceof ApiFailure && error.status === 409) {
        form.setFieldError("username", message);
        focusFirstError(form)({ username: message });
      }
      showError(message);
    }
  };

  return (
    <>
      <div className={styles["plate"]}>
        <LabelledPlate name={name || words.previewEmpty} label={words.preview} />
      </div>
      <StepHeading takesFocus>{words.heading}</StepHeading>
      <p className={styles["lead"]}>{words.lead}</p>
      <form className={styles["form"]} noValidate onSubmit={form.onSubmit(register, focusFirstError(form))}>
        <TextInput
          {...form.getInputProps("username")}
          label={words.label}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={form.errors["username"] ?? wrong}
          rightSection={<UsernameMark availability={availability} />}
        />
        <output className={availability === "unknown" ? styles["said"] : "visually-hidden"}>
          {wrong === null && message}
        </output>
        {suggested !== null && (
          <Button variant="light" className={styles["suggestion"] ?? ""} onClick={() => take(suggested)}>
            {landingWords.suggested(suggested)}
          </Button>
        )}
        <TextInput
          {...form.getInputProps("displayName")}
          label={<OptionalLabel>{words.displayName}</OptionalLabel>}
          placeholder={words.displayNamePlaceholder}
          name="displayName"
          autoComplete="name"
        />
        <div className={styles["pair"]}>
          <Button variant="default" onClick={onBack}>
            {actionWords.back}
          </Button>
          <SubmitButton ref={submit} isLoading={form.submitting}>
            {words.submit}
          </SubmitButton>
        </div>
      </form>
    </>
  );
}
