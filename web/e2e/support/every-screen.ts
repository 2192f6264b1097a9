/** How to open each screen and dialog, and when it is complete. */
import { expect, type Page } from "@playwright/test";
import { LONG, type Owner } from "#e2e/support/data/long-words";
import { menuButton, openDashboard } from "#e2e/support/steps/navigation-steps";
import { askToDelete, openShelf, viewShelf } from "#e2e/support/steps/shelf-steps";

export interface Screen {
  name: string;
  isDialog?: boolean;
  leadsTo?: string;
  open: (page: Page) => Promise<unknown>;
}

export const WAY_IN: Screen[] = [
  screen("/login?step=signed-in", "Sign in or Sign up", "Your public link"),
  {
    name: "a name that cannot be",
    open: (page) =>
      page
        .getByLabel("Username")
        .fill("é")
        .then(() => page.keyboard.press("Enter"))
        .then(() => untilText(page, "Username must be")),
  },
  screen("/nothing/here", "No Shelv found here", "Return to Home"),
  screen("/login?username=elina", "Sign up for free", "Continue with email"),
  {
    name: "the code",
    open: (page) =>
      page
        .getByLabel("Email", { exact: true })
        .fill(`${LONG}@example.com`)
        .then(() => press(page, "Continue with email"))
        .then(() => untilText(page, "Open your email")),
  },
];

export const SETUP: Screen[] = [
  screen("/onboarding/goal-selection", "What brings you here?", "Creator"),
  screen("/onboarding/trial-offer", "Try everything for 14 days", "No credit card required"),
  screen("/onboarding/pricing-selection", "Choose your plan", "Premium"),
  screen("/onboarding/template-selection", "Pick a look", "Warm & Inviting"),
  screen("/onboarding/social-platforms", "Where else are you?", "Pick your platforms"),
  {
    name: "a picked platform's field",
    open: async (page) => {
      await page.getByRole("checkbox", { name: "Instagram" }).check();
      await page.getByLabel("Instagram handle or URL").fill(`${LONG} ${LONG}`);
      await press(page, "Continue");
      await untilText(page, "Must be a handle");
    },
  },
  screen("/onboarding/profile-setup", "Introduce yourself", "What do you do?"),
];

export const EMPTY: Screen[] = [
  screen("/shelves", "My Shelv", "Create Your First Shelv"),
  screen("/dashboard", "Dashboard", "No recent activity"),
  screen("/dashboard/stats", "Stats", "No visits in these days"),
  screen("/items", "Links & Items", "Create a shelf first"),
  screen("/unsaved", "Unsaved changes", "Nothing waiting"),
  screen("/account/deleted", "Recently deleted", "Nothing deleted recently"),
  screen("/items/needs-a-look", "Needs a look", "All links are fine"),
  {
    name: "something was shared while no owner was signed in",
    open: async (page) => {
      await keepShared(page, "/share", { isOwned: false });
      await untilText(page, "It arrived while no one was signed in");
    },
  },
  {
    name: "something was shared before there is a shelf",
    isDialog: true,
    leadsTo: "/shelves",
    open: async (page) => {
      await keepShared(page, "/share");
      await untilDialog(page, "Your first shelf, for what you shared");
    },
  },
  {
    name: "an empty shelf",
    open: async (page) => {
      await dialog("/shelves?shelf=new", "Create New Shelf").open(page);
      await page.getByLabel("Name").fill(LONG);
      await press(page, "Create Shelf");
      await openShelf(page, LONG);
      await untilText(page, "Add your first item");
    },
  },
  wall("an empty wall"),
  {
    name: "an empty shelf as visitors see it",
    open: async (page) => {
      await page.getByRole("link", { name: "Back to My Shelv" }).click();
      await viewShelf(page, LONG);
      await page.frameLocator("iframe").getByText("No items in this shelf").waitFor();
    },
  },
  screen("/items", "Links & Items", "Add your first item"),
];

const ITEM_MENU: Screen[] = [
  {
    name: "moving an item to another shelf",
    isDialog: true,
    open: (page) =>
      press(page, `More for ${LONG}`)
        .then(() => page.getByRole("menuitem", { name: "Move to shelf" }).click())
        .then(() => untilDialog(page, "Move to shelf")),
  },
  {
    name: "selected items",
    open: async (page) => {
      await press(page, "Select");
      await page.getByRole("checkbox", { name: "Select all" }).check();
    },
  },
  pressedIn("Selected items", "Delete", "Delete"),
];

export const PARTS: Record<string, (owner: Owner) => Screen[]> = {
  "the shelves": ({ shelfId, itemId, categoryId }) => [
    screen("/shelves", "My Shelv", LONG),
    pressed("You", "Main"),
    pressed("Share", "Share your page"),
    {
      name: "Delete a shelf",
      isDialog: true,
      open: (page) => askToDelete(page, LONG).then(() => untilDialog(page, "Delete")),
    },
    dialog("/shelves?shelf=new", "Create New Shelf"),
    screen(`/shelves/${shelfId}/preview`, "Shelf preview", "Edit shelf"),
    screen("/shelves/gone", "Shelf", "This shelf isn't here"),
    screen(`/shelves/${shelfId}`, LONG, LONG),
    deletion("Categories"),
    ...ITEM_MENU,
    dialog(`/shelves/${shelfId}?edit=shelf`, "Edit shelf"),
    screen(`/shelves/${shelfId}?category=new`, LONG, "Cancel"),
    screen(`/shelves/${shelfId}?category=${categoryId}`, LONG, "Cancel"),
    dialog(`/shelves/${shelfId}?item=${itemId}`, "Edit Item"),
    screen("/shelves", "My Shelv", LONG),
    screen(`/shelves/${shelfId}`, LONG, LONG),
    wall("the wall of a shelf"),
  ],
  "the items": () => [
    screen("/items", "Links & Items", LONG),
    ...ITEM_MENU,
    {
      name: "the search finds nothing",
      open: (page) =>
        page
          .getByRole("searchbox")
          .fill(`Not ${LONG}`)
          .then(() => untilText(page, "Nothing matches")),
    },
    {
      name: "a form that is not filled in",
      isDialog: true,
      open: async (page) => {
        await dialog("/items?item=new", "Add New Item").open(page);
        await press(page, "Create");
        await untilText(page, "Title is required");
      },
    },
    screen("/share", "Shared", "Nothing to add yet"),
    {
      name: "something was shared",
      open: (page) =>
        keepShared(page, "/profile").then(() => page.getByText("you shared is waiting").waitFor()),
    },
    {
      name: "what was shared is put on a shelf",
      isDialog: true,
      leadsTo: "/shelves",
      open: (page) => go(page, "/share").then(() => untilDialog(page, "Add to @")),
    },
    screen("/profile", "Profile", "Download PNG"),
    screen("/appearance", "Appearance", "Primary color"),
    tab("Styling", "Shelf background"),
    tab("Advanced", "Custom CSS"),
  ],
  "the account": () => [
    screen("/dashboard", "Dashboard", `You added ${LONG}`),
    screen("/dashboard/stats?days=90", "Stats", "See plans"),
    screen("/account?tab=profile", "Account", "Website"),
    {
      name: "the question before a form is left",
      isDialog: true,
      open: async (page) => {
        await page.getByLabel("Location").fill(LONG);
        await openDashboard(page);
        await untilDialog(page, "Leave without saving?");
      },
    },
    screen("/account?tab=style", "Account", "Theme of your page"),
    screen("/account?tab=settings", "Account", "Public profile"),
    pressed("Delete account", "Delete your account?"),
    screen("/account?tab=links", "Account", "Manage Shelves"),
    {
      name: "/account/capture",
      open: async (page) => {
        await screen("/account/capture", "Add from anywhere", "Capture tokens").open(page);
        for (const way of ["iPhone and iPad", "Android", "Browser on a computer", "Scripts"])
          await page.getByRole("heading", { name: way }).click();
      },
    },
  ],
};

/** Goes offline and back: the app must be cached. */
export const UNSAVED = ({ fillPlan }: Owner): Screen[] => [
  {
    name: "without a network",
    open: async (page) => {
      await go(page, "/shelves?shelf=new");
      await untilDialog(page, "Create New Shelf");
      await page.context().setOffline(true);
      await page.getByLabel("Name").fill(`${LONG}2`);
      await press(page, "Create Shelf");
      await untilText(page, "Offline (1 waiting)");
    },
  },
  {
    name: "refused",
    open: async (page) => {
      await fillPlan();
      await page.context().setOffline(false);
      await untilText(page, "1 needs attention");
    },
  },
  screen("/unsaved", "Unsaved changes", `${LONG}2`),
  pressed("Edit", "Correct: New shelf"),
  pressed("Discard", "Discard this change?"),
  {
    name: "leaving with something unsent",
    isDialog: true,
    open: async (page) => {
      await menuButton(page).click();
      await press(page, "Logout");
      await untilDialog(page, "Sign out with unsent changes?");
    },
  },
];

function screen(path: string, title: string, shown: string): Screen {
  const open = async (page: Page) => {
    await go(page, path);
    await expect(page).toHaveTitle(`${title} · Shelv`);
    await untilText(page, shown);
  };
  return { name: path, open };
}

function dialog(path: string, name: string): Screen {
  return { name, isDialog: true, open: (page) => go(page, path).then(() => untilDialog(page, name)) };
}

function pressed(button: string, name: string): Screen {
  return { name, isDialog: true, open: (page) => press(page, button).then(() => untilDialog(page, name)) };
}

function pressedIn(part: string, button: string, name: string): Screen {
  const open = (page: Page) =>
    page
      .getByRole("region", { name: part })
      .getByRole("button", { name: button })
      .click()
      .then(() => untilDialog(page, name));
  return { name: `${button} in ${part}`, isDialog: true, open };
}

function deletion(part: string): Screen {
  const open = (page: Page) =>
    page
      .getByRole("region", { name: part })
      .getByRole("button", { name: `Delete ${LONG}` })
      .click()
      .then(() => untilDialog(page, "Delete"));
  return { name: `Delete one of the ${part}`, isDialog: true, open };
}

function wall(name: string): Screen {
  const open = async (page: Page) => {
    await page.getByText("Wall", { exact: true }).click();
    await page.getByRole("link", { name: "Add here" }).waitFor();
  };
  return { name, open };
}

function tab(name: string, shown: string): Screen {
  return {
    name,
    open: (page) =>
      page
        .getByRole("tab", { name })
        .click()
        .then(() => untilText(page, shown)),
  };
}

/** Through the router: a page load takes three times as long. */
const go = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, "", to), path);
const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).locator("visible=true").first().click();
const untilText = (page: Page, shown: string) =>
  page.locator("main, [role=dialog]").getByText(shown).locator("visible=true").first().waitFor();
const untilDialog = (page: Page, name: string) =>
  page.getByRole("dialog", { name }).getByRole("button").last().waitFor();

/** Axe must not measure colours during a transition. */
export const stopMotion = (page: Page) =>
  page.addStyleTag({
    content: "*, ::before, ::after { transition: none !important; animation: none !important }",
  });

async function keepShared(page: Page, path: string, { isOwned = true } = {}): Promise<void> {
  await page.evaluate(noteShared, { long: LONG, isOwned });
  await page.goto(path);
  await stopMotion(page);
}

const noteShared = ({ long, isOwned }: { long: string; isOwned: boolean }) =>
  new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open("shared-with-shelv");
    opening.addEventListener("error", () => reject(new Error("no database")));
    opening.addEventListener("success", () => {
      const transaction = opening.result.transaction("waiting", "readwrite");
      const userId = isOwned ? localStorage.getItem("shelv-user-id") : null;
      transaction.objectStore("waiting").put({
        id: "01900000-0000-7000-8000-000000000001",
        userId,
        content: "",
        at: 1,
        title: long,
        text: long,
        url: `https://example.com/${long}`,
        picture: null,
        isPictureLeftOut: true,
      });
      transaction.addEventListener("complete", () => {
        opening.result.close();
        resolve();
      });
    });
  });
