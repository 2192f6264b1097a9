import { DIRECT_VALUE, type Dimension } from "@shelv/contract/analytics-dimensions";
import type { SocialPlatform } from "@shelv/contract/rows/social-link";
import { SocialIcon } from "@shelv/public-page/social-icon.tsx";
import {
  type Icon,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconLink,
  IconWorld,
} from "@tabler/icons-react";
import { flagOf } from "#words/screens/stats";
import styles from "./panel.module.css";

const PLATFORMS: Record<string, SocialPlatform> = {
  Discord: "discord",
  Facebook: "facebook",
  GitHub: "github",
  Instagram: "instagram",
  LinkedIn: "linkedin",
  Pinterest: "pinterest",
  Snapchat: "snapchat",
  Spotify: "spotify",
  TikTok: "tiktok",
  Twitch: "twitch",
  X: "twitter",
  YouTube: "youtube",
};
const DEVICES: Record<string, Icon> = {
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  desktop: IconDeviceDesktop,
};

export function ValueIcon({ by, value }: { by: Dimension; value: string | null }) {
  if (by !== "referrer" && by !== "country" && by !== "device") return null;
  return (
    <span className={styles["icon"]} aria-hidden="true">
      {iconOf(by, value ?? "")}
    </span>
  );
}

function iconOf(by: "referrer" | "country" | "device", value: string) {
  if (by === "country") return flagOf(value) || <IconWorld size={18} />;
  if (by === "device") {
    const DeviceIcon = DEVICES[value] ?? IconDeviceDesktop;
    return <DeviceIcon size={18} />;
  }
  const platform = Object.hasOwn(PLATFORMS, value) ? PLATFORMS[value] : undefined;
  if (platform) return <SocialIcon platform={platform} />;
  return value === DIRECT_VALUE ? <IconLink size={18} /> : <IconWorld size={18} />;
}
