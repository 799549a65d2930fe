/** A map that keeps the most recently used entries, at most `limit` of them. */
export class Lru<K, V extends NonNullable<unknown>> extends Map<K, V> {
  constructor(private readonly limit: number) {
    super();
  }

  override get(key: K): V | undefined {
    const value = super.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  override set(key: K, value: V): this {
    super.delete(key);
    super.set(key, value);
    const [oldest] = this.keys();
    if (this.size > this.limit) super.delete(oldest as K);
    return this;
  }
}
