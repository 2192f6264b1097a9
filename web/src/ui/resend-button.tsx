import { SIGN_IN_CODE_PAUSE_S } from "@shelv/contract/sign-in";
import { useState } from "react";
import { ApiFailure } from "#api/call";
import { errorWords } from "#words/errors";
import { signInWords } from "#words/sign-in";
import { SteadyButton } from "./steady-button";
import { showError } from "./toast";
import { useCountdown } from "./use-countdown";

const words = signInWords.code;

type ResendButtonProps = {
  /** When the last code left; null where that is not known. */
  sentAt: number | null;
  /** Asks for another one, and tells that it was sent. */
  onResend: () => Promise<void>;
};

/** Another code, once the pause between two is over; the server may ask for a longer one. */
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
    <SteadyButton
      variant="subtle"
      isOff={secondsLeft > 0}
      isTurning={isSending}
      onClick={() => void resend()}
    >
      {secondsLeft > 0 ? words.resendIn(secondsLeft) : words.resend}
    </SteadyButton>
  );
}
