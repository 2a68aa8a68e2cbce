import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The unit tests of the project, without a database. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['{src,test}/**/*.test.{ts,tsx}'],
    exclude: ['**/*.db.test.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
  },
})
