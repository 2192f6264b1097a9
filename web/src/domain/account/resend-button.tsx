import { SIGN_IN_CODE_PAUSE_S } from "@shelv/contract/sign-in";
import { useState } from "react";
import { ApiFailure } from "#api/call";
import { errorWords } from "#words/errors";
import { signInWords } from "#words/screens/sign-in";
import { AriaDisabledButton } from "#ui/buttons/aria-disabled-button.tsx";
import { showError } from "#ui/feedback/toast";
import { useCountdown } from "./use-countdown";

const words = signInWords.code;

type ResendButtonProps = {
  sentAt: number | null;
  onResend: () => Promise<void>;
};

/** The server may ask for a longer pause. */
export function ResendButton({ sentAt, onResend }: ResendButtonProps) {
  const [isSending, setSending] = useState(false);
  const [secondsLeft, waitFor] = useCountdown(sentAt, SIGN_IN_CODE_PAUSE_S);
  const resend = async () => {
    setSending(true);
    try {
      await onResend();
      waitFor(SIGN_IN_CODE_PAUSE_S);
    } catch (error) {
      if (error instanceof ApiFailure && error.retryAfterS !== null) waitFor(error.retryAfterS);
      showError(errorWords(error, words.resendFailed));
    } finally {
      setSending(false);
    }
  };
  return (
    <AriaDisabledButton
      variant="subtle"
      isOff={secondsLeft > 0}
      isLoading={isSending}
      onClick={() => void resend()}
    >
      {secondsLeft > 0 ? words.resendIn(secondsLeft) : words.resend}
    </AriaDisabledButton>
  );
}
