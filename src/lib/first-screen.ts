// Whoever opens the app waits for one screen. What that screen can do without is fetched once it stands.
const standing = Promise.withResolvers<void>()

/** Done when the first screen shows its data. */
export const firstScreen: Promise<void> = standing.promise

/** Says that it does. Saying it again changes nothing. */
export const firstScreenStands = (): void => standing.resolve()
