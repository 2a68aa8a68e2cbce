import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { defineConfig } from '@playwright/test'

// One real server on an installation of its own, made for this run. Workers inherit the variables, so all of them see the same one.
const port = (process.env['E2E_PORT'] ??= '3930')
const data = (process.env['E2E_DATA_DIR'] ??= makeDataFolder())
const root = resolve(import.meta.dirname, '..')

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  fullyParallel: false,
  workers: 1,
  // Generous: a slow machine is not a fault of the product.
  timeout: 120_000,
  expect: { timeout: 20_000 },
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
  webServer: {
    command: 'exec node src/server/main.ts',
    cwd: root,
    url: `http://127.0.0.1:${port}/`,
    timeout: 60_000,
    env: { NODE_ENV: 'production', PORT: port, DATA_DIR: data, TMPDIR: tmpdir() },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})

/** Gone again when the run is over: by then the server has stopped. */
function makeDataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'maslul-e2e-'))
  // Under root the database runs as another user, who has to get there.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
