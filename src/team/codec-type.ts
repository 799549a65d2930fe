/** How records are written in the team's database; see `codec.ts`. */
interface Receiver {
  name: string;
  publicKey?: Uint8Array;
  keyProof?: Uint8Array;
}

export interface Codec {
  /** Of the key that is written with now; 0: none. */
  readonly keyVersion: number;
  idOf(...parts: string[]): string;
  /** A project's name in the database. */
  projectName(project: string): string;
  /** `place`: the record the text belongs to; it can be decrypted only for that record. */
  seal(place: string, text: string): Uint8Array;
  /** For one member alone: nobody else who has the team's key can open it. Throws `team_forged` for a key of the server's. */
  sealFor(receiver: Receiver, place: string, text: string): Uint8Array;
  openSealed(place: string, bytes: Uint8Array, keyVersion: number): string;
  /** Throws `team_key_missing` where this machine has not got the key (yet), `team_forged` for another text. */
  open(place: string, bytes: Uint8Array, keyVersion: number): string;
}
