import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['conformance/**/*.test.ts'],
    root: new URL('..', import.meta.url).pathname,
    globalSetup: ['conformance/server.setup.ts'],
    // One server, one story after another: what a test leaves behind must not meet another test half-way.
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
