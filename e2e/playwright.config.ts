import { chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromium } from '../test/chromium.ts'
import { tempFolder } from '../test/temp-folder.ts'

// Two workers, each with a real server and an installation created for this run: one first start, then copies of its
// folder. The runner starts its servers one after another. The workers load this file too and read their URLs here.
// Ports differ per run and are below the ephemeral range, so that processes left over from a killed run do not block
// the next one.
const firstPort = Number((process.env['E2E_FIRST_PORT'] ??= String(20_000 + 8 * (process.pid % 1_000))))
const folders = (process.env['E2E_DATA_DIRS'] ??= [makeDataFolder(), makeDataFolder()].join('\n')).split('\n')
process.env['E2E_PREPARED_DIR'] ??= makeDataFolder()
const lanes = folders.map((data, i) => {
  // The second port of a worker is for a test's own server, the third for the fake Google server.
  const port = firstPort + 4 * i
  return { data, port, url: `http://127.0.0.1:${port}`, googlePort: port + 2, google: `http://127.0.0.1:${port + 2}` }
})
const own = lanes[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]!
process.env['E2E_PORT'] = String(own.port)
process.env['E2E_DATA_DIR'] = own.data
const google = { id: 'stand-in.apps.googleusercontent.com', secret: 'kept by this run alone' }
const root = resolve(import.meta.dirname, '..')

export default defineConfig({
  testDir: '.',
  testIgnore: 'visual/**',
  outputDir: '../test-results/e2e',
  fullyParallel: false,
  workers: lanes.length,
  // Generous, for slow machines.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  // One retry for browser failures on a busy machine; the report marks such tests as flaky.
  retries: 1,
  reporter: [['list'], ['./page-snapshot-reporter.ts'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    baseURL: own.url,
    locale: 'he-IL',
    timezoneId: 'Asia/Jerusalem',
    trace: 'on-first-retry',
    // Otherwise waiting for a missing element would use up the timeout of a long test.
    actionTimeout: 60_000,
    launchOptions: chromium,
  },
  webServer: lanes.flatMap((lane) => [
    {
      command: `exec node scripts/google.ts ${lane.googlePort} ${lane.url} '${google.secret}'`,
      cwd: root,
      url: `${lane.google}/.well-known/openid-configuration`,
      timeout: 240_000,
      gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    },
    {
      command: 'node e2e/prepare-installation.ts && exec node src/server/main.ts',
      cwd: root,
      url: `${lane.url}/`,
      timeout: 240_000,
      env: {
        NODE_ENV: 'production',
        PORT: String(lane.port),
        DATA_DIR: lane.data,
        TMPDIR: tmpdir(),
        GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'true',
        GOTRUE_EXTERNAL_GOOGLE_URL: lane.google,
        GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: google.id,
        GOTRUE_EXTERNAL_GOOGLE_SECRET: google.secret,
        GOOGLE_CALENDAR_URL: lane.google,
        GOOGLE_CALENDAR_CLIENT_ID: google.id,
        GOOGLE_CALENDAR_SECRET: google.secret,
      },
      gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    },
  ]),
})

/** Removed at the end of the run, after the server has stopped. */
function makeDataFolder() {
  const folder = tempFolder('maslul-e2e-')
  // Under root the database runs as another user, which needs access.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
