/**
 * A map that forgets what was not used for long. The `limit` most recently used entries are always there, and never
 * more than twice as many. Two generations instead of an order: a hit among the young ones writes nothing, so a cache
 * of words costs no more than a Map.
 */
export class Lru<K, V extends NonNullable<unknown>> {
  private young = new Map<K, V>();
  private old = new Map<K, V>();

  constructor(private readonly limit: number) {}

  get size(): number {
    return this.young.size + this.old.size;
  }

  get(key: K): V | undefined {
    const value = this.young.get(key);
    if (value !== undefined) return value;
    const older = this.old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: K, value: V): void {
    this.old.delete(key);
    if (this.young.size >= this.limit && !this.young.has(key)) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, value);
  }

  delete(key: K): boolean {
    const wasOld = this.old.delete(key);
    return this.young.delete(key) || wasOld;
  }

  clear(): void {
    this.young = new Map();
    this.old = new Map();
  }
}
