import { Button, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { authRoutes, type CurrentUser } from "@shelv/contract/routes/auth";
import { useState } from "react";
import { SIGN_IN_CODE_LENGTH } from "@shelv/contract/sign-in";
import * as v from "valibot";
import { call } from "#api/call";
import { isCodeRefused } from "#api/is-code-refused";
import { focusFirstError } from "#ui/forms/form-focus";
import { ResendButton } from "#domain/account/resend-button.tsx";
import { SubmitButton } from "#ui/buttons/submit-button.tsx";
import { announce, dismissToast, showError, showToast } from "#ui/feedback/toast";
import { clockWords } from "#words/format/clock";
import { errorWords } from "#words/errors";
import { signInWords } from "#words/screens/sign-in";
import { lastingError } from "#features/sign-in/lasting-error";
import { mailAppHref } from "./mail-app-href";
import styles from "#features/sign-in/sign-in-page.module.css";
import { StepHeading } from "#features/sign-in/step-heading.tsx";
import { typedCode } from "#domain/account/typed-code";

const words = signInWords.code;
const schema = authRoutes.verifyCode.body;

type CodeStepProps = {
  email: string;
  linkedCode: string;
  sentAt: number | null;
  clockWrongMs: number | null;
  onSent: () => void;
  isVerified: boolean;
  onBack: () => void;
  onNew: () => Promise<void>;
  onKnown: (user: CurrentUser) => Promise<void>;
};

export function CodeStep({
  email,
  linkedCode,
  sentAt,
  clockWrongMs,
  onSent,
  isVerified,
  onBack,
  onNew,
  onKnown,
}: CodeStepProps) {
  const [lastingText, setLastingText] = useState<string | null>(null);
  const [refused, setRefused] = useState("");
  const form = useForm({
    initialValues: { code: linkedCode },
    validate: schemaResolver(schema, { sync: true }),
  });

  const verify = async (values: { code: string }) => {
    try {
      const { isNewUser, user } = await call(authRoutes.verifyCode, { body: v.parse(schema, values) });
      announce(isNewUser ? words.verified : words.loggedIn);
      if (isNewUser) await onNew();
      else await onKnown(user);
      dismissToast(words.sentTitle);
    } catch (error) {
      const message = errorWords(error, words.failed);
      setLastingText(lastingError(error));
      if (!isCodeRefused(error)) return showError(message);
      dismissToast(words.sentTitle);
      setRefused(values.code);
      form.setFieldError("code", message);
      focusFirstError(form)({ code: message });
      form.getInputNode<HTMLInputElement, "code">("code")?.select();
    }
    return undefined;
  };

  const submit = form.onSubmit(verify, focusFirstError(form));
  const type = (text: string) => {
    const code = typedCode(text);
    form.setFieldValue("code", code);
    if (code.length === SIGN_IN_CODE_LENGTH && code !== refused && !form.submitting) submit();
  };

  const resend = async () => {
    await call(authRoutes.sendCode, { body: { email } });
    onSent();
    showToast({ title: words.sentTitle, text: words.lead(email) });
  };

  if (isVerified) return <AlreadyVerified email={email} onBack={onBack} onNext={() => void onNew()} />;
  return (
    <>
      <StepHeading takesFocus={false}>{words.heading}</StepHeading>
      <p className={styles["lead"]}>
        {words.lead("")}
        <b>{email}</b>
      </p>
      {lastingText !== null && (
        <p role="alert" className={styles["trouble"]}>
          {lastingText}
        </p>
      )}
      {clockWrongMs !== null && <p className={styles["trouble"]}>{clockWords(clockWrongMs)}</p>}
      <form className={styles["form"]} noValidate onSubmit={submit}>
        <TextInput
          {...form.getInputProps("code")}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          label={words.label}
          placeholder={"·".repeat(SIGN_IN_CODE_LENGTH)}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          ref={takeFocus}
          classNames={{ input: styles["code"] ?? "" }}
        />
        <SubmitButton fullWidth isLoading={form.submitting}>
          {words.submit}
        </SubmitButton>
      </form>
      <MailLinks />
      <div className={styles["others"]}>
        <ResendButton sentAt={sentAt} onResend={resend} />
        <Button variant="subtle" onClick={onBack}>
          {words.otherEmail}
        </Button>
      </div>
    </>
  );
}

const AlreadyVerified = ({
  email,
  onBack,
  onNext,
}: {
  email: string;
  onBack: () => void;
  onNext: () => void;
}) => (
  <>
    <StepHeading takesFocus>{words.verified}</StepHeading>
    {email !== "" && (
      <p className={styles["lead"]}>
        <b>{email}</b>
      </p>
    )}
    <div className={styles["form"]}>
      <Button onClick={onNext}>{words.goOn}</Button>
      <Button variant="subtle" onClick={onBack}>
        {words.otherEmail}
      </Button>
    </div>
  </>
);

const takeFocus = (field: HTMLInputElement | null) => field?.focus();

const MAIL_LINKS = [
  { name: words.mailApp, href: mailAppHref(navigator.userAgent) },
  { name: words.outlook, href: "https://outlook.live.com/mail/" },
  { name: words.gmail, href: "https://mail.google.com/" },
];

const MailLinks = () => (
  <div className={styles["mail"]}>
    <p className={styles["mailTitle"]}>{words.mailApps}</p>
    <ul role="list" className={styles["mailLinks"]}>
      {MAIL_LINKS.map(({ name, href }) => (
        <li key={name}>
          <a href={href} {...(href.startsWith("https") ? { target: "_blank", rel: "noreferrer" } : {})}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  </div>
);
