/** Data for the frame: version, home, whether recording is paused. */
import { signal } from "@preact/signals";
import { offerLanguage } from "../words/choose.ts";
import { get, send } from "./api.ts";
import { generation, onLive } from "./live.ts";

interface Hello {
  version: string;
  home: string;
  startedAt: number;
  paused: boolean;
  diskFull: boolean;
  locale: string;
  /** Titles by name, of those that a session can have. */
  clients: Readonly<Record<string, string>>;
}

export const hello = signal<Hello | undefined>(undefined);

export const clientTitles = (): Readonly<Record<string, string>> => hello.value?.clients ?? {};

/** A client that a newer version has recorded is shown by its name. */
export const clientTitle = (client: string): string => clientTitles()[client] ?? client;

export function followHello(): void {
  const load = () =>
    get<Hello>("/api/page/hello").then(
      (value) => {
        hello.value = value;
        offerLanguage(value.locale);
      },
      // The connection's own banner shows the problem.
      () => undefined,
    );
  generation.subscribe(() => void load());
  onLive((event) => {
    if (event.type === "paused" && hello.value !== undefined) {
      hello.value = { ...hello.value, paused: event.paused };
    }
    if (event.type === "error" || hello.value?.diskFull === true) void load();
  });
}

export async function setPaused(paused: boolean): Promise<void> {
  const answer = await send<{ paused: boolean }>("POST", "/api/page/pause", { paused });
  if (hello.value !== undefined) hello.value = { ...hello.value, paused: answer.paused };
}
