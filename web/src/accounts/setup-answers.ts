import { deviceSession } from "./tab-session";

const PREFIX = "shelv-onboarding-";

export const setupAnswersKey = (userId: string): string => `${PREFIX}${userId}`;

/** They may name a picture of the account's data, so they are deleted with that. */
export const forgetSetupAnswers = (userId: string): void => deviceSession.removeItem(setupAnswersKey(userId));

export const withSetupAnswers = (): string[] =>
  deviceSession
    .keys()
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length));
