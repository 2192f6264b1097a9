import { Button, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { authRoutes, type CurrentUser } from "@shelv/contract/routes/auth";
import { useState } from "react";
import * as v from "valibot";
import { call } from "#api/call";
import { isCodeRefused } from "#api/is-code-refused";
import { focusFirstError } from "#ui/form-focus";
import { ResendButton } from "#ui/resend-button.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { showError, showToast } from "#ui/toast";
import { clockWords } from "#words/clock";
import { errorWords } from "#words/errors";
import { signInWords } from "#words/sign-in";
import { lastingTrouble } from "./lasting-trouble";
import { mailAppHref } from "./mail-app-href";
import styles from "./sign-in-page.module.css";
import { StepHeading } from "./step-heading";
import { typedCode } from "#ui/typed-code";

const words = signInWords.code;
const schema = authRoutes.verifyCode.body;

type CodeStepProps = {
  email: string;
  /** What the mail's link fills in; empty where none was opened. */
  linkedCode: string;
  /** When the last code left; null where that is not known. */
  sentAt: number | null;
  /** How much this device's clock is ahead of the server's; null where it is right. */
  clockWrongMs: number | null;
  onSent: () => void;
  /** The owner came back here after the code was accepted: it is spent, and needs no second one. */
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
  const [trouble, setTrouble] = useState<string | null>(null);
  const form = useForm({
    initialValues: { code: linkedCode },
    validate: schemaResolver(schema, { sync: true }),
  });

  const verify = async (values: { code: string }) => {
    try {
      const { isNewUser, user } = await call(authRoutes.verifyCode, { body: v.parse(schema, values) });
      showToast({ title: isNewUser ? words.verified : words.loggedIn });
      if (isNewUser) await onNew();
      else await onKnown(user);
    } catch (error) {
      const message = errorWords(error, words.failed);
      if (isCodeRefused(error)) {
        form.setFieldError("code", message);
        focusFirstError(form)({ code: message });
      }
      setTrouble(lastingTrouble(error));
      showError(message);
    }
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
      {trouble !== null && (
        <p role="alert" className={styles["trouble"]}>
          {trouble}
        </p>
      )}
      {clockWrongMs !== null && <p className={styles["trouble"]}>{clockWords(clockWrongMs)}</p>}
      <form className={styles["form"]} noValidate onSubmit={form.onSubmit(verify, focusFirstError(form))}>
        <TextInput
          {...form.getInputProps("code")}
          onChange={({ currentTarget }) => form.setFieldValue("code", typedCode(currentTarget.value))}
          label={words.label}
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
      <div className={styles["others"]}>
        <ResendButton sentAt={sentAt} onResend={resend} />
        <Button variant="subtle" onClick={onBack}>
          {words.otherEmail}
        </Button>
      </div>
      <MailLinks />
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

/** The code is what this step is for, and its label says so: the field takes the focus that the last step gave up. */
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
