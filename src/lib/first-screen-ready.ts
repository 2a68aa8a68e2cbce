// Defers work until the first screen shows its data: loading it earlier would delay that screen.
const ready = Promise.withResolvers<void>()
let isReady = false

/** Resolves when the first screen shows its data. */
export const firstScreenReady: Promise<void> = ready.promise

export const isFirstScreenReady = (): boolean => isReady

/** Marks the first screen as ready. Idempotent. */
export function markFirstScreenReady(): void {
  isReady = true
  ready.resolve()
}
