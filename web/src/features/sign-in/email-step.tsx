import { TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { authRoutes } from "@shelv/contract/routes/auth";
import { COOKIES_BLOCKED } from "@shelv/contract/sign-in";
import { type ReactNode, useState } from "react";
import * as v from "valibot";
import { call } from "#api/call";
import { focusFirstError } from "#ui/forms/form-focus";
import { SubmitButton } from "#ui/buttons/submit-button.tsx";
import { showError, showToast } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { signInWords } from "#words/screens/sign-in";
import { lastingError } from "./lasting-error";
import styles from "./sign-in-page.module.css";
import { StepHeading } from "./step-heading";

const words = signInWords.email;
const schema = authRoutes.sendCode.body;

type EmailStepProps = {
  heading: string;
  email: string;
  trouble: string | null;
  purpose: string | null;
  others: ReactNode;
  resume: (email: string) => boolean;
  onSent: (email: string) => void;
  onResumed: (email: string) => void;
};

export function EmailStep({
  heading,
  email,
  trouble,
  purpose,
  others,
  resume,
  onSent,
  onResumed,
}: EmailStepProps) {
  const [isBlocked, setBlocked] = useState(() => !acceptsCookies());
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ initialValues: { email }, validate: schemaResolver(schema, { sync: true }) });

  const send = async (values: { email: string }) => {
    const isStillBlocked = !acceptsCookies();
    setBlocked(isStillBlocked);
    if (isStillBlocked) return showError(COOKIES_BLOCKED);
    const body = v.parse(schema, values);
    if (resume(body.email)) return onResumed(body.email);
    try {
      await call(authRoutes.sendCode, { body });
      showToast({ title: signInWords.code.sentTitle, text: signInWords.code.lead(body.email) });
      onSent(body.email);
    } catch (error) {
      setFailure(lastingError(error));
      showError(errorWords(error, words.failed));
    }
  };

  return (
    <>
      <StepHeading takesFocus={email !== ""}>{heading}</StepHeading>
      <p className={styles["lead"]}>{words.lead}</p>
      {purpose !== null && <p className={styles["lead"]}>{purpose}</p>}
      {isBlocked && (
        <p role="alert" className={styles["trouble"]}>
          {COOKIES_BLOCKED}
        </p>
      )}
      {(failure ?? trouble) !== null && (
        <p role="alert" className={styles["trouble"]}>
          {failure ?? trouble}
        </p>
      )}
      <form className={styles["form"]} noValidate onSubmit={form.onSubmit(send, focusFirstError(form))}>
        <TextInput
          {...form.getInputProps("email")}
          label={words.label}
          placeholder={words.placeholder}
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SubmitButton fullWidth isLoading={form.submitting}>
          {words.submit}
        </SubmitButton>
      </form>
      {others}
    </>
  );
}

const COOKIE_PROBE = "shelv-cookie-probe";

/** Whether the browser stores cookies: without one no sign-in code can be checked. */
function acceptsCookies(): boolean {
  try {
    document.cookie = `${COOKIE_PROBE}=1; Path=/; SameSite=Lax`;
    const isStored = document.cookie.split("; ").includes(`${COOKIE_PROBE}=1`);
    document.cookie = `${COOKIE_PROBE}=; Path=/; SameSite=Lax; Max-Age=0`;
    return isStored;
  } catch {
    return false;
  }
}
