/** What an answer can consist of, and what each part means to the client. */
export interface Parts {
  /** Text that the model reads, right after the event. */
  context: string;
  /** The tool call does not happen; the model reads the reason. */
  deny: string;
  /** Asks the user about the tool call. */
  ask: string;
  /** The tool call happens without asking. Pawl itself never says this; a user's hook may. */
  allow: string;
  /** The tool call happens with this input instead. */
  updatedInput: Record<string, unknown>;
  /** Stops the event's action (for Stop: the turn continues). The model reads the reason. */
  block: string;
  /** Added to the summariser's instructions. */
  instructions: string;
}

export type Part = keyof Parts;
