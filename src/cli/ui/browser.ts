/**
 * The interactive browser. `@clack/core` reads keys, edits the query, redraws only what changed and gives the terminal back;
 * what is on the screen is drawn in `frame.ts`.
 */

import type { Key } from "node:readline";
import { isCancel, Prompt } from "@clack/core";
import { projectRoot } from "../../platform/project.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Session } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import { type BrowserState, drawFrame, mostScrolled, type Screen } from "./frame.ts";
import { foundItems, type ListItem, previewLines, recentItems } from "./items.ts";

const ALTERNATE_SCREEN = "\u001b[?1049h\u001b[H";
const NORMAL_SCREEN = "\u001b[?1049l";

/** The session to continue, or undefined if the user only browsed. */
export async function browse(store: Store, query: string): Promise<Session | undefined> {
  const browser = new Browser(store, query, await recentItems(store, Date.now()));
  process.stdout.write(ALTERNATE_SCREEN);
  try {
    const chosen = await browser.prompt();
    return isCancel(chosen) ? undefined : chosen;
  } finally {
    process.stdout.write(NORMAL_SCREEN);
  }
}

class Browser extends Prompt<Session> {
  private preview: string[] | undefined;
  private items: readonly ListItem[];
  private selected = 0;
  private isReading = false;
  private scrolled = 0;
  /** The query of `items`. */
  private searched = "";
  private wanted = "";
  /** The project that the list is limited to. */
  private scope: string | undefined;
  private isHelp = false;

  constructor(
    private readonly store: Store,
    query: string,
    private recent: readonly ListItem[],
  ) {
    super(
      {
        render() {
          return (this as unknown as Browser).draw();
        },
        initialUserInput: query,
      },
      true,
    );
    this.items = recent;
    this.on("userInput", (text) => void this.search(text));
    this.on("cursor", (action) => {
      if (action === "up" || action === "down") this.move(action === "up" ? -1 : 1);
    });
    this.on("key", (_, key) => this.pressed(key));
    void this.show();
  }

  private pressed({ name, ctrl }: Key): void {
    const page = Math.max(1, screen().rows - 8);
    if (ctrl === true && name === "s") void this.changeScope();
    else if (name === "tab") {
      this.isReading = !this.isReading;
      this.scrolled = 0;
    } else if (name === "pageup" || (ctrl === true && name === "b")) this.move(-page);
    else if (name === "pagedown" || (ctrl === true && name === "f")) this.move(page);
  }

  private move(by: number): void {
    if (this.isReading) {
      this.scrolled = Math.max(0, Math.min(this.scrolled + by, mostScrolled(this.current(), screen())));
      return;
    }
    this.selected = Math.max(0, Math.min(this.selected + by, this.items.length - 1));
    void this.show();
  }

  /** This project, or all. */
  private async changeScope(): Promise<void> {
    this.scope = this.scope === undefined ? projectRoot(process.cwd()) : undefined;
    const text = this.wanted;
    this.recent = await recentItems(this.store, Date.now(), this.scope);
    this.wanted = "\0";
    await this.search(text);
  }

  /** Searches while the user types, and drops outdated results. */
  private async search(text: string): Promise<void> {
    // Every key passes the whole query, even if it did not change it.
    if (text === this.wanted) return;
    this.wanted = text;
    // A lone question mark opens the help. It is not useful as a query.
    this.isHelp = text.trim() === "?";
    const isEmpty = text.trim() === "" || this.isHelp;
    const items = isEmpty ? this.recent : await foundItems(this.store, text, Date.now(), this.scope);
    if (text !== this.wanted) return;
    this.items = items;
    this.searched = isEmpty ? "" : text;
    this.selected = 0;
    this.isReading = false;
    await this.show();
  }

  /** Reads the selected session for its preview, and makes it the target of Enter. */
  private async show(): Promise<void> {
    const id = this.items[this.selected]?.sessionId;
    this.value = undefined;
    this.preview = undefined;
    this.scrolled = 0;
    const records = id === undefined || id === "" ? undefined : await recordsIn(this.store).session(id);
    // Another item was selected meanwhile.
    if (this.items[this.selected]?.sessionId !== id) return;
    this.value = records?.session;
    this.preview = records && previewLines(records);
    this.redraw();
  }

  /** Enter on nothing does nothing. */
  protected override _shouldSubmit(): boolean {
    return this.value !== undefined;
  }

  private redraw(): void {
    // biome-ignore lint/complexity/useLiteralKeys: what was read comes later than the key, and the library draws only at keys
    if (this.state === "initial" || this.state === "active") this["render"]();
  }

  private current(): BrowserState {
    const before = this.userInput.slice(0, this._cursor);
    const at = this.userInput.slice(this._cursor, this._cursor + 1) || " ";
    return {
      query: this.searched,
      shownQuery: `${before}\u001b[7m${at}\u001b[27m${this.userInput.slice(this._cursor + 1)}`,
      items: this.items,
      selected: this.selected,
      preview: this.preview,
      isReading: this.isReading,
      scrolled: this.scrolled,
      now: Date.now(),
      scope: this.scope,
      isHelp: this.isHelp,
    };
  }

  draw(): string {
    return this.state === "submit" || this.state === "cancel" ? "" : drawFrame(this.current(), screen());
  }
}

function screen(): Screen {
  return { columns: process.stdout.columns ?? 80, rows: process.stdout.rows ?? 24 };
}
