import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['conformance/**/*.test.ts'],
    // This test starts its own kernel, so one run is enough for all installations.
    exclude: process.env['CONFORMANCE_BALANCED'] ? ['conformance/kernel-alone.test.ts'] : [],
    root: new URL('..', import.meta.url).pathname,
    globalSetup: ['conformance/server.setup.ts'],
    // All files share one server, so they run one after another.
    fileParallelism: false,
    // Sufficient for slow machines.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 45_000 } },
  },
})
