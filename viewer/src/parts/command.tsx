import { words } from "../words/index.ts";
import { CopyButton } from "./basics.tsx";

/** Something to type in a terminal. */
export function Command({ text }: { text: string }) {
  return (
    <span class="command">
      <code>{text}</code> <CopyButton label={words.value.frame.copy} text={() => text} />
    </span>
  );
}
