/** As little as React can draw, kept for opening offline as the app is. */
import { createRoot } from "react-dom/client";

const root = document.querySelector("#root");
if (root) createRoot(root).render(<p>Nothing</p>);
void navigator.serviceWorker.register("/service-worker.js");
