import { chmodSync, existsSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { wholeChromium } from '../../test/chromium.ts'
import { tempFolder } from '../../test/temp-folder.ts'
import { libfaketime, startOfServer } from './frozen-day.ts'

// The port is fixed, because some screens show the URL of the site.
const port = '19777'
const data = (process.env['E2E_DATA_DIR'] ??= makeDataFolder())
// Seconds between now and the fixed day: an offset is the same for every process, whenever it starts.
const offset = (process.env['VISUAL_OFFSET'] ??= String(Math.round((startOfServer.getTime() - Date.now()) / 1_000)))
if (!existsSync(libfaketime)) throw new Error('The pictures need libfaketime: apt-get install faketime')

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/visual',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // A missing screenshot is a failure: new ones are created by `npm run pictures`.
  updateSnapshots: 'none',
  workers: 2,
  fullyParallel: true,
  timeout: 120_000,
  expect: {
    timeout: 20_000,
    toHaveScreenshot: { animations: 'disabled', caret: 'hide', threshold: 0.1, maxDiffPixelRatio: 0.002 },
  },
  reporter: [['list'], ['json', { outputFile: '../../test-results/visual.json' }]],
  // Rooms need rows that other screens would show. One of them alone: `--project rooms --no-deps`.
  projects: [
    { name: 'screens', testMatch: 'pictures.spec.ts' },
    { name: 'rooms', testMatch: 'rooms.spec.ts', dependencies: ['screens'] },
  ],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'he-IL',
    timezoneId: 'Asia/Jerusalem',
    // Half scale: the screenshots are small, and a changed design token is still detected.
    deviceScaleFactor: 0.5,
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: wholeChromium,
  },
  webServer: {
    command: 'exec node e2e/visual/frozen-server.ts',
    cwd: resolve(import.meta.dirname, '../..'),
    url: `http://127.0.0.1:${port}/`,
    timeout: 240_000,
    env: {
      NODE_ENV: 'production',
      PORT: port,
      DATA_DIR: data,
      LOG_LEVEL: 'silent',
      LD_PRELOAD: libfaketime,
      FAKETIME: offset,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})

/** Removed at the end of the run, after the server has stopped. */
function makeDataFolder() {
  const folder = tempFolder('maslul-visual-')
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
