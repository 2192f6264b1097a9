import { getRouteApi } from "@tanstack/react-router";
import { BackLink } from "#ui/buttons/back-link.tsx";
import { Screen } from "#features/navigation/header/screen.tsx";
import { StatsPage } from "#features/stats/stats-page.tsx";
import { statsWords } from "#words/screens/stats";

const route = getRouteApi("/signed-in/dashboard/stats");

export const StatsScreen = () => (
  <Screen title={statsWords.title} back={<BackLink to="/dashboard">{statsWords.back}</BackLink>}>
    <StatsPage search={route.useSearch()} />
  </Screen>
);

const itemRoute = getRouteApi("/signed-in/dashboard/stats/$itemId");

export function ItemStatsScreen() {
  const { itemId } = itemRoute.useParams();
  const search = itemRoute.useSearch();
  return (
    <Screen
      title={statsWords.title}
      back={
        <BackLink to="/dashboard/stats" search={search}>
          {statsWords.backToAll}
        </BackLink>
      }
    >
      <StatsPage key={itemId} search={search} itemId={itemId} />
    </Screen>
  );
}
