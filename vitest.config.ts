import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two cores, and every database file clones a template: more workers only queue behind each other.
    maxWorkers: 2,
    // Generous: a slow machine is not a fault of the product.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          // The latter run in Chromium: vitest.browser.config.ts.
          exclude: ['**/*.db.test.ts', '**/*.browser.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['{src,test}/**/*.db.test.ts'],
          globalSetup: ['test/postgres.setup.ts'],
          // Files share the modules of their worker. A test file takes back what it changes in its process.
          isolate: false,
        },
      },
    ],
  },
})
