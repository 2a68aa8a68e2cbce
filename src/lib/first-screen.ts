// Whoever opens the app waits for one screen. What that screen can do without is fetched once it stands.
const standing = Promise.withResolvers<void>()
let isStanding = false

/** Done when the first screen shows its data. */
export const firstScreen: Promise<void> = standing.promise

export const isFirstScreenStanding = (): boolean => isStanding

/** Says that it does. Saying it again changes nothing. */
export function firstScreenStands(): void {
  isStanding = true
  standing.resolve()
}
