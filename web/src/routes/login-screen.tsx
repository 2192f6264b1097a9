import { getRouteApi } from "@tanstack/react-router";
import { SignInPage } from "#features/sign-in/sign-in-page.tsx";

const route = getRouteApi("/login");

export function LoginScreen() {
  const { username, next } = route.useSearch();
  return <SignInPage username={username} next={next} />;
}
