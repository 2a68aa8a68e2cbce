import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    // These run in Chromium: vitest.browser.config.ts.
    exclude: ['**/*.browser.test.{ts,tsx}'],
    globalSetup: ['test/postgres.setup.ts'],
    // Two cores, and every database file clones a template: more workers only queue behind each other.
    maxWorkers: 2,
    // Generous: a slow machine is not a fault of the product.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
