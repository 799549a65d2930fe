import { say, toast } from "../state/toast.ts";
import { findWords } from "../words/index.ts";

export function Toast() {
  const f = findWords();
  const shown = toast.value;
  const undo = shown?.undo;
  return (
    <div class="toast-place" role="status">
      {shown === undefined ? null : (
        <p class="toast">
          {shown.text}{" "}
          {undo === undefined ? null : (
            <button type="button" onClick={() => void undo().then(() => say(f.undone))}>
              {f.undo}
            </button>
          )}
          <button
            type="button"
            class="plain-button"
            aria-label={f.dismiss}
            onClick={() => {
              toast.value = undefined;
            }}
          >
            ×
          </button>
        </p>
      )}
    </div>
  );
}
