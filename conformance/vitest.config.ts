import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['conformance/**/*.test.ts'],
    // It starts a kernel of its own, which is the same in each installation.
    exclude: process.env['CONFORMANCE_BALANCED'] ? ['conformance/kernel-alone.test.ts'] : [],
    root: new URL('..', import.meta.url).pathname,
    globalSetup: ['conformance/server.setup.ts'],
    // All files share one server, so they run one after another.
    fileParallelism: false,
    // Generous: a slow machine is not a fault of the product.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 45_000 } },
  },
})
