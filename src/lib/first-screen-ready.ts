// Defers work until the first screen shows its data: loading it earlier would delay that screen.
const standing = Promise.withResolvers<void>()
let isStanding = false

/** Resolves when the first screen shows its data. */
export const firstScreen: Promise<void> = standing.promise

export const isFirstScreenStanding = (): boolean => isStanding

/** Marks the first screen as ready. Idempotent. */
export function firstScreenStands(): void {
  isStanding = true
  standing.resolve()
}
