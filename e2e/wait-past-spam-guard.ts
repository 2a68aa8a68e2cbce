import type { Page } from '@playwright/test'

/** Waits for the minimum time of the spam guard: an earlier submit counts as a bot's. */
export const waitPastSpamGuard = (page: Page) => page.waitForFunction(() => performance.now() > 1000)
