import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromium } from './test/chromium.ts'

// The product's port differs per run and is below the ephemeral range, as in e2e/playwright.config.ts. The two ranges do not overlap.
const port = (process.env['BROWSER_TEST_PORT'] ??= String(28_000 + (process.pid % 1_000)))
const product = `http://127.0.0.1:${port}`

// React as users get it. Its development build renders much slower.
process.env['NODE_ENV'] = 'production'

export default defineConfig({
  mode: 'production',
  plugins: [react()],
  // A dependency that is found during the run reloads the page of the running test.
  optimizeDeps: { include: ['axe-core', 'react-dom', 'react-dom/client', 'react-dom/server'] },
  server: {
    // The client finds the product at its page's own origin.
    proxy: {
      '^/(auth|rest|storage|functions)/v1/': { target: product },
      '/realtime/v1': { target: product, ws: true },
    },
  },
  test: {
    include: ['src/**/*.browser.test.{ts,tsx}'],
    globalSetup: ['test/browser/product.setup.ts'],
    setupFiles: ['test/browser/page.setup.ts'],
    maxWorkers: 2,
    // Generous: a slow machine is not a fault of the product.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Each test opens a client of its own, which the auth library takes for a mistake.
    onConsoleLog: (text) => !text.includes('Multiple GoTrueClient instances'),
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      dependencySourcemaps: false,
      traceView: false,
      testerHtmlPath: 'test/browser/page.html',
      viewport: { width: 1440, height: 900 },
      provider: playwright({
        launchOptions: chromium,
        contextOptions: { locale: 'he-IL', timezoneId: 'Asia/Jerusalem', reducedMotion: 'reduce' },
        actionTimeout: 45_000,
      }),
      instances: [{ browser: 'chromium' }],
    },
    expect: { poll: { timeout: 45_000 } },
    // A failed comparison shows its values in the summary of a run.
    chaiConfig: { truncateThreshold: 400 },
  },
})
