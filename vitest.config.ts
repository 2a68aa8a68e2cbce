import { defineConfig } from 'vitest/config'

// The latter run in Chromium: vitest.browser.config.ts.
const otherTests = ['**/*.db.test.ts', '**/*.browser.test.{ts,tsx}']
/** Modules of the browser keep state of the page: each file gets its own. */
const modulesWithState = 'src/{client,ui,web}/**/*.test.{ts,tsx}'

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
          exclude: [...otherTests, modulesWithState],
          // Files share the modules of their worker: importing them anew took half of the processor time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit, isolated',
          include: [modulesWithState],
          exclude: otherTests,
          pool: 'threads',
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
