import { useState } from "react";
import { createRoot } from "react-dom/client";

function Answering() {
  const [taps, setTaps] = useState(0);
  const [typed, setTyped] = useState("");
  return (
    <>
      <button type="button" onClick={() => setTaps(taps + 1)}>
        {taps}
      </button>
      <input value={typed} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
      <output>{typed.length}</output>
    </>
  );
}

const root = document.querySelector("#root");
if (root) createRoot(root).render(location.hash === "#answering" ? <Answering /> : <p>Nothing</p>);
void navigator.serviceWorker.register("/service-worker.js");
