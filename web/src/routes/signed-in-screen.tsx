import { getRouteApi, Outlet } from "@tanstack/react-router";
import { SignedInLayout } from "#features/navigation/signed-in-layout.tsx";

const route = getRouteApi("/signed-in");

export function SignedInScreen() {
  const { account } = route.useRouteContext();
  return <SignedInLayout account={account}><Outlet /></SignedInLayout>;
}
