import { Avatar } from "@shelv/public-page/pictures/avatar.tsx";
import { usePictureUrl } from "#session/use-picture-url";
import styles from "./own-avatar.module.css";

type OwnAvatarProps = { name: string; picture: string | null; sidePx: number };

export function OwnAvatar({ name, picture, sidePx }: OwnAvatarProps) {
  const url = usePictureUrl(picture, sidePx > 80 ? 320 : 160);
  return (
    <span className={styles["avatar"]} style={{ width: sidePx, height: sidePx }}>
      {picture === null && <Avatar name={name} picture={null} />}
      {picture !== null && url !== null && <img src={url} alt="" width={sidePx} height={sidePx} />}
    </span>
  );
}
