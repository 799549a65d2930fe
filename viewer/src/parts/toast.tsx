import { closeToast, toast, undoToast } from "../state/toast.ts";
import { findWords } from "../words/index.ts";

export function Toast() {
  const f = findWords();
  const shown = toast.value;
  return (
    <div class="toast-place" role="status">
      {shown === undefined ? null : (
        <p class="toast">
          {shown.text}{" "}
          {shown.undo === undefined ? null : (
            <button type="button" onClick={() => void undoToast(f.undone)}>
              {f.undo}
            </button>
          )}
          <button type="button" class="plain-button" aria-label={f.dismiss} onClick={closeToast}>
            ×
          </button>
        </p>
      )}
    </div>
  );
}
