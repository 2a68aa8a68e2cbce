import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { defineConfig } from '@playwright/test'

// One real server on an installation of its own, made for this run. Workers inherit the variables, so all of them see the same one.
// Another one for each run: what a killed run left behind must not be in the way of the next. Below the ports the system hands out.
const port = (process.env['E2E_PORT'] ??= String(20_000 + 2 * (process.pid % 4_000)))
const data = (process.env['E2E_DATA_DIR'] ??= makeDataFolder())
// Beside it somebody who answers in Google's place.
const googlePort = Number(port) + 1000
const google = {
  url: `http://127.0.0.1:${googlePort}`,
  id: 'stand-in.apps.googleusercontent.com',
  secret: 'kept by this run alone',
}
const root = resolve(import.meta.dirname, '..')

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  fullyParallel: false,
  workers: 1,
  // Generous: a slow machine is not a fault of the product.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A browser on a busy machine stumbles now and then: a story may be told once more, and the report says which one was.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'he-IL',
    timezoneId: 'Asia/Jerusalem',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: [
    {
      command: `exec node scripts/google.ts ${googlePort} http://127.0.0.1:${port} '${google.secret}'`,
      cwd: root,
      url: `${google.url}/.well-known/openid-configuration`,
      timeout: 60_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
    {
      command: 'exec node src/server/main.ts',
      cwd: root,
      url: `http://127.0.0.1:${port}/`,
      timeout: 60_000,
      env: {
        NODE_ENV: 'production',
        PORT: port,
        DATA_DIR: data,
        TMPDIR: tmpdir(),
        GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'true',
        GOTRUE_EXTERNAL_GOOGLE_URL: google.url,
        GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: google.id,
        GOTRUE_EXTERNAL_GOOGLE_SECRET: google.secret,
        GOOGLE_CALENDAR_URL: google.url,
        GOOGLE_CALENDAR_CLIENT_ID: google.id,
        GOOGLE_CALENDAR_SECRET: google.secret,
      },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
  ],
})

/** Gone again when the run is over: by then the server has stopped. */
function makeDataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'maslul-e2e-'))
  // Under root the database runs as another user, who has to get there.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
