import { chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { passingFolder } from '../test/passing-folder.ts'

// Two stories at a time, each on a real server and an installation of its own, made for this run: what one changes the other never sees.
// The workers load this file too and find here where theirs stands. Each run has other ports, below those the system hands out:
// what a killed run left behind must not be in the way of the next.
const firstPort = Number((process.env['E2E_FIRST_PORT'] ??= String(20_000 + 8 * (process.pid % 1_000))))
const folders = (process.env['E2E_DATA_DIRS'] ??= [makeDataFolder(), makeDataFolder()].join('\n')).split('\n')
const lanes = folders.map((data, i) => {
  // The second port of a lane is for a story that starts another server; the third is of somebody who answers in Google's place.
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
  outputDir: '../test-results/e2e',
  fullyParallel: false,
  workers: lanes.length,
  // Generous: a slow machine is not a fault of the product.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A browser on a busy machine stumbles now and then: a story may be told once more, and the report says which one was.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    baseURL: own.url,
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
  webServer: lanes.flatMap((lane) => [
    {
      command: `exec node scripts/google.ts ${lane.googlePort} ${lane.url} '${google.secret}'`,
      cwd: root,
      url: `${lane.google}/.well-known/openid-configuration`,
      timeout: 60_000,
      gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    },
    {
      command: 'exec node src/server/main.ts',
      cwd: root,
      url: `${lane.url}/`,
      timeout: 60_000,
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

/** Gone again when the run is over: by then the server has stopped. */
function makeDataFolder() {
  const folder = passingFolder('maslul-e2e-')
  // Under root the database runs as another user, who has to get there.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
