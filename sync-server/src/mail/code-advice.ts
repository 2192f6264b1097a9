import { SIGN_IN_CODE_VALID_MS } from "@shelv/contract/sign-in";

export const codeAdvice = `The code works for ${SIGN_IN_CODE_VALID_MS / 60_000} minutes, in the browser that asked for it. If that wasn't you, someone else is signed in to your account: don't share the code, and sign out there.`;
