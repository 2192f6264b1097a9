import { usernameInPath } from "@shelv/contract/paths";
import { getRouteApi } from "@tanstack/react-router";
import { OwnerPage } from "#features/owner-page/owner-page.tsx";
import { NotFoundScreen } from "./not-found-screen";

const route = getRouteApi("/$username");

export function OwnerPageScreen() {
  const { username } = route.useParams();
  return usernameInPath(`/${username}`) === null ? <NotFoundScreen /> : <OwnerPage username={username} />;
}
