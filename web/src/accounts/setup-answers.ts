import { deviceSession } from "./tab-session";

const PREFIX = "shelv-onboarding-";

/** The localStorage key of the answers that an account has given in its setup so far. */
export const setupAnswersKey = (userId: string): string => `${PREFIX}${userId}`;

/** The answers may name a picture of the account's data, so they are deleted with that. */
export const forgetSetupAnswers = (userId: string): void => deviceSession.removeItem(setupAnswersKey(userId));

/** The accounts with stored answers. */
export const withSetupAnswers = (): string[] =>
  deviceSession
    .keys()
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length));
