import { Button, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { accountRoutes } from "@shelv/contract/routes/account";
import { useState } from "react";
import * as v from "valibot";
import { isSaidOfCode } from "#api/said-of-code";
import { leaveAccount } from "#local-store/opened-account";
import { useOwner } from "#sync/owner-context.tsx";
import { DialogButtons, DialogForm } from "#ui/dialog-form.tsx";
import { focusFirstError } from "#ui/form-focus";
import { ResendButton } from "#ui/resend-button.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { showError, showToast } from "#ui/toast";
import { typedCode } from "#ui/typed-code";
import { accountWords } from "#words/account";
import { actionWords } from "#words/actions";
import { errorWords } from "#words/errors";
import { setLeaving } from "#workbench/leaving";
import styles from "./account-form.module.css";

const words = accountWords.delete;
const schema = accountRoutes.delete.body;

/** A fresh code, then the end of the account, on the server first and then here. */
export function DeleteForm({ onClose }: { onClose: () => void }) {
  const owner = useOwner();
  const [sentAt, setSentAt] = useState<number | null>(null);
  const isSent = sentAt !== null;
  const [isSending, setSending] = useState(false);
  const form = useForm({ initialValues: { code: "" }, validate: schemaResolver(schema, { sync: true }) });

  const sendCode = async () => {
    await owner.call(accountRoutes.sendDeletionCode);
    showToast({ title: words.sent, text: words.sentText });
  };
  const send = async () => {
    setSending(true);
    try {
      await sendCode();
      setSentAt(Date.now());
    } catch (error) {
      showError(errorWords(error), words.sendFailed);
    }
    setSending(false);
  };
  const end = async (values: { code: string }) => {
    const goOnSyncing = await owner.pauseSync();
    try {
      await owner.call(accountRoutes.delete, { body: v.parse(schema, values) });
    } catch (error) {
      goOnSyncing();
      const message = errorWords(error);
      if (isSaidOfCode(error)) {
        form.setFieldError("code", message);
        focusFirstError(form)({ code: message });
      }
      return showError(message, words.failed);
    }
    setLeaving(true);
    // The account is gone, whatever this device does.
    await leaveAccount(owner.account, { discard: true }).catch(() => undefined);
    location.assign("/");
  };

  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        if (isSent) form.onSubmit(end, focusFirstError(form))(event);
        else void send();
      }}
    >
      <p>{words.text}</p>
      <p className={styles["text"]}>{words.codeText}</p>
      {isSent && (
        <>
          <TextInput
            {...form.getInputProps("code")}
            onChange={({ currentTarget }) => form.setFieldValue("code", typedCode(currentTarget.value))}
            label={words.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            ref={takeFocus}
          />
          <ResendButton sentAt={sentAt} onResend={sendCode} />
        </>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>{actionWords.cancel}</Button>
        {isSent
          ? <SubmitButton color="brick" isTurning={form.submitting}>{words.confirm}</SubmitButton>
          : <SubmitButton isTurning={isSending}>{words.send}</SubmitButton>}
      </DialogButtons>
    </DialogForm>
  );
}

/** It comes when the dialog has long been open. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus();
