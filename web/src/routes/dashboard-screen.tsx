import { getRouteApi } from "@tanstack/react-router";
import { DashboardPage } from "#features/dashboard/dashboard-page.tsx";
import { Screen } from "#features/navigation/header/screen.tsx";
import { dashboardWords } from "#words/screens/dashboard";

const route = getRouteApi("/signed-in/dashboard");

export function DashboardScreen() {
  const { shelf } = route.useSearch();
  return (
    <Screen title={dashboardWords.title}>
      <DashboardPage openShelf={shelf} />
    </Screen>
  );
}
