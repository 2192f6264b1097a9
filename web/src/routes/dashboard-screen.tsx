import { DashboardPage } from "#features/dashboard/dashboard-page.tsx";
import { Screen } from "#features/navigation/screen.tsx";
import { dashboardWords } from "#words/dashboard";

export const DashboardScreen = () => <Screen title={dashboardWords.title} isWide><DashboardPage /></Screen>;
