// npm run bench -- accessibility: axe on every page and screen, in every mode at every width. Needs a build.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const { status } = spawnSync(
  join(import.meta.dirname, '../node_modules/.bin/playwright'),
  ['test', '--config', 'e2e/playwright.config.ts', 'every-public-page', 'every-screen'],
  { cwd: join(import.meta.dirname, '..'), stdio: 'inherit', env: { ...process.env, E2E_EVERY_LOOK: '1' } },
)
process.exitCode = status ?? 1
