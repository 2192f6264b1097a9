export type InstallOffer = "prompt" | "ios-steps" | "leave-in-app" | "none";

export type InstallSituation = {
  /** `beforeinstallprompt` has fired. */
  canPrompt: boolean;
  isStandalone: boolean;
  isInstalled: boolean;
  isDismissed: boolean;
  userAgent: string;
  /** `navigator.maxTouchPoints`: an iPad reports itself as a Mac. */
  touchPoints: number;
};

export function installOffer({
  canPrompt,
  isStandalone,
  isInstalled,
  isDismissed,
  userAgent,
  touchPoints,
}: InstallSituation): InstallOffer {
  if (isStandalone || isInstalled || isDismissed) return "none";
  const isIos = isIosDevice(userAgent, touchPoints);
  if (isInApp(userAgent, isIos)) return "leave-in-app";
  if (canPrompt) return "prompt";
  return isIos ? "ios-steps" : "none";
}

export const isIosDevice = (userAgent: string, touchPoints: number): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);

/** Apps that open links in their own window, and Android's web view. */
const IN_APP =
  /FBA[NV]|FB_IAB|Instagram|Messenger|Snapchat|Pinterest\/|LinkedInApp|Twitter|BytedanceWebview|musical_ly|TikTok|MicroMessenger|\bLine\/|GSA\/|; wv\)/i;

/** On iOS only browsers say "Safari". */
const isInApp = (userAgent: string, isIos: boolean) =>
  IN_APP.test(userAgent) || (isIos && !/Safari\//.test(userAgent));
