// What tells a client that came back from a new one. The client's library counts its messages over all its sockets, so whoever comes back
// goes on counting, and whoever is new begins with small numbers.

export type Connection = {
  readonly openedAt: number
  firstRef: number | undefined
  lastRef: number
  /** When the client last said anything, a pong included: what was sent before that has arrived. */
  heardAt: number
  /** We gave it up, not the client: what was sent last may never have arrived. */
  isCut: boolean
  /** To be told of every frame of the client, with its `ref`, and of every pong. */
  hear(ref?: string | null): void
}

/** One per socket. */
export function openConnection(): Connection {
  const now = Date.now()
  return {
    openedAt: now,
    heardAt: now,
    isCut: false,
    firstRef: undefined,
    lastRef: 0,
    hear(ref) {
      this.heardAt = Date.now()
      const number = Number(ref ?? NaN)
      if (!Number.isSafeInteger(number)) return
      this.firstRef ??= number
      this.lastRef = Math.max(this.lastRef, number)
    },
  }
}
