/** What somebody can be offered who looks at the app in a browser. */
export type InstallOffer =
  /** The browser asks by itself when it is told to. */
  | "prompt"
  /** iOS installs by hand alone. */
  | "ios-steps"
  /** Inside another app's window nothing can be installed, and what is typed is gone with it. */
  | "leave-in-app"
  | "none";

export type InstallSituation = {
  /** Whether the browser has offered installation. */
  canPrompt: boolean;
  isStandalone: boolean;
  /** Installed from this very page. */
  isInstalled: boolean;
  isDismissed: boolean;
  userAgent: string;
  /** `navigator.maxTouchPoints`: an iPad says of itself that it is a Mac. */
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

/** Apps that open links in a window of their own, and Android's web view, by what they call themselves. */
const IN_APP =
  /FBA[NV]|FB_IAB|Instagram|Messenger|Snapchat|Pinterest\/|LinkedInApp|Twitter|BytedanceWebview|musical_ly|TikTok|MicroMessenger|\bLine\/|GSA\/|; wv\)/i;

/** On iOS only a browser says "Safari"; a bare web view leaves it out. */
const isInApp = (userAgent: string, isIos: boolean) =>
  IN_APP.test(userAgent) || (isIos && !/Safari\//.test(userAgent));
