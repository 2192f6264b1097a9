import { deviceSession } from "./tab-session";

const PREFIX = "shelv-onboarding-";

/** Under which name this device stores what the setup has asked an account so far. */
export const setupAnswersKey = (userId: string): string => `${PREFIX}${userId}`;

/** They go with the account's data, of which they may name a picture. */
export const forgetSetupAnswers = (userId: string): void => deviceSession.removeItem(setupAnswersKey(userId));

/** The accounts of which this device stores some. */
export const withSetupAnswers = (): string[] =>
  deviceSession
    .keys()
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length));
