// Defers work until the first screen shows its data: loading it earlier would delay that screen.
const standing = Promise.withResolvers<void>()
let isStanding = false

/** Resolves when the first screen shows its data. */
export const firstScreenReady: Promise<void> = standing.promise

export const isFirstScreenReady = (): boolean => isStanding

/** Marks the first screen as ready. Idempotent. */
export function markFirstScreenReady(): void {
  isStanding = true
  standing.resolve()
}
