import { tabSession } from "./tab-session";

const PREFIX = "shelv-onboarding-";

/** Under which name a tab keeps what the setup has asked an account so far. */
export const setupAnswersKey = (userId: string): string => `${PREFIX}${userId}`;

/** They go with the account's data, of which they may name a picture. */
export const forgetSetupAnswers = (userId: string): void => tabSession.removeItem(setupAnswersKey(userId));

/** The accounts of which this tab keeps some. */
export const withSetupAnswers = (): string[] => tabSession.keys().filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
