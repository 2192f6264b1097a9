import { authRoutes } from "@shelv/contract/routes/auth";
import { SIGN_IN_CODE_PAUSE_S } from "@shelv/contract/sign-in";
import { useState } from "react";
import { ApiFailure, call } from "#api/call";
import { SteadyButton } from "#ui/steady-button.tsx";
import { showError, showToast } from "#ui/toast";
import { errorWords } from "#words/errors";
import { signInWords } from "#words/sign-in";
import { useCountdown } from "./use-countdown";

const words = signInWords.code;

type ResendButtonProps = { email: string; sentAt: number | null; onSent: () => void };

/** Asks for another code, once the pause is over that the server keeps; it may ask for a longer one. */
export function ResendButton({ email, sentAt, onSent }: ResendButtonProps) {
  const [isSending, setSending] = useState(false);
  const [secondsLeft, waitFor] = useCountdown(sentAt, SIGN_IN_CODE_PAUSE_S);
  const resend = async () => {
    setSending(true);
    try {
      await call(authRoutes.sendCode, { body: { email } });
      waitFor(SIGN_IN_CODE_PAUSE_S);
      onSent();
      showToast({ title: words.sentTitle, text: words.lead(email) });
    } catch (error) {
      if (error instanceof ApiFailure && error.retryAfterS !== null) waitFor(error.retryAfterS);
      showError(errorWords(error, words.resendFailed));
    } finally {
      setSending(false);
    }
  };
  return (
    <SteadyButton variant="subtle" isOff={secondsLeft > 0} isTurning={isSending} onClick={() => void resend()}>
      {secondsLeft > 0 ? words.resendIn(secondsLeft) : words.resend}
    </SteadyButton>
  );
}
