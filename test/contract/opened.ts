import type { Store } from "../../src/store/store.ts";

export interface Opened {
  /** The store under test; a new and empty one for every test. */
  store(): Store;
  /** One more handle on the same data, as another process would have; closed after the test. */
  another(): Promise<Store>;
}
