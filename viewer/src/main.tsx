import { render } from "preact";
import { App } from "./app.tsx";
import { followClock } from "./state/format.ts";
import { followHello } from "./state/hello.ts";
import { startLive } from "./state/live.ts";
import { followPrefs } from "./state/prefs.ts";
import { followAddress } from "./state/route.ts";
import { followTasks } from "./state/tasks.ts";
import { followLeaving } from "./state/toast.ts";
import { speakFirst } from "./words/choose.ts";
import "./style/index.css";

followPrefs();
followAddress();
followClock();
followHello();
followTasks();
startLive();
followLeaving();
await speakFirst();

const root = document.getElementById("app");
if (root !== null) {
  root.replaceChildren();
  render(<App />, root);
}
