import type { Page } from '@playwright/test'

/** Waits until the page has been open as long as a person needs to fill its form: what is sent sooner is taken for a robot's. */
export const waitPastSpamGuard = (page: Page) => page.waitForFunction(() => performance.now() > 1000)
