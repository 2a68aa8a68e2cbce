/** A map of bounded size that evicts the least recently used entry. */
export class LruCache<Value> {
  readonly #most: number
  readonly #values = new Map<string, Value>()

  constructor(max: number) {
    this.#most = max
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  keep(key: string, value: Value): Value {
    this.#values.set(key, value)
    if (this.#values.size > this.#most) this.#values.delete(this.#values.keys().next().value!)
    return value
  }
}
