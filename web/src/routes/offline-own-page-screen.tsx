import { usernameInPath } from "@shelv/contract/paths";
import { getRouteApi } from "@tanstack/react-router";
import { OfflineOwnPage } from "#features/offline-own-page/offline-own-page.tsx";
import { NotFoundScreen } from "./root-screen";

const route = getRouteApi("/$username");

export function OfflineOwnPageScreen() {
  const { username } = route.useParams();
  return usernameInPath(`/${username}`) === null ? (
    <NotFoundScreen />
  ) : (
    <OfflineOwnPage username={username} />
  );
}
