import { Button, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { signInCode } from "@shelv/contract/sign-in";
import { type ReactNode, useState } from "react";
import * as v from "valibot";
import { isCodeRefused } from "#api/is-code-refused";
import { DialogButtons, DialogForm } from "#ui/dialogs/dialog-form.tsx";
import { focusFirstError } from "#ui/forms/form-focus";
import { ResendButton } from "#domain/account/resend-button.tsx";
import { SubmitButton } from "#ui/buttons/submit-button.tsx";
import { showError, showToast } from "#ui/feedback/toast";
import { typedCode } from "#domain/account/typed-code";
import { accountWords } from "#words/screens/account";
import { actionWords } from "#words/actions";
import { errorWords } from "#words/errors";

const words = accountWords.code;
const schema = v.object({ code: signInCode });

type CodeFormProps = {
  children: ReactNode;
  confirm: { label: string; color?: string; failed: string };
  sendCode: () => Promise<unknown>;
  onCode: (code: string) => Promise<void>;
  onClose: () => void;
};

export function CodeForm({ children, confirm, sendCode, onCode, onClose }: CodeFormProps) {
  const [sentAt, setSentAt] = useState<number | null>(null);
  const isSent = sentAt !== null;
  const [isSending, setSending] = useState(false);
  const form = useForm({ initialValues: { code: "" }, validate: schemaResolver(schema, { sync: true }) });

  const sendAndSay = async () => {
    await sendCode();
    showToast({ title: words.sent, text: words.sentText });
  };
  const send = async () => {
    setSending(true);
    try {
      await sendAndSay();
      setSentAt(Date.now());
    } catch (error) {
      showError(errorWords(error), words.sendFailed);
    }
    setSending(false);
  };
  const submit = async (values: { code: string }) => {
    try {
      await onCode(v.parse(schema, values).code);
    } catch (error) {
      const message = errorWords(error);
      if (isCodeRefused(error)) {
        form.setFieldError("code", message);
        focusFirstError(form)({ code: message });
      }
      showError(message, confirm.failed);
    }
  };

  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        if (isSent) form.onSubmit(submit, focusFirstError(form))(event);
        else void send();
      }}
    >
      {children}
      <p>{words.text}</p>
      {isSent && (
        <>
          <TextInput
            {...form.getInputProps("code")}
            onChange={({ currentTarget }) => form.setFieldValue("code", typedCode(currentTarget.value))}
            label={words.label}
            inputMode="numeric"
            autoComplete="one-time-code"
            ref={takeFocus}
          />
          <ResendButton sentAt={sentAt} onResend={sendAndSay} />
        </>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {actionWords.cancel}
        </Button>
        {isSent ? (
          <SubmitButton
            {...(confirm.color === undefined ? {} : { color: confirm.color })}
            isLoading={form.submitting}
          >
            {confirm.label}
          </SubmitButton>
        ) : (
          <SubmitButton isLoading={isSending}>{words.send}</SubmitButton>
        )}
      </DialogButtons>
    </DialogForm>
  );
}

const takeFocus = (field: HTMLInputElement | null) => field?.focus();
