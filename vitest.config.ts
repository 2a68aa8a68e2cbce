import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// The latter run in Chromium: vitest.browser.config.ts.
const otherTests = ['**/*.db.test.ts', '**/*.browser.test.{ts,tsx}']
/** Modules of the browser keep state of the page: each file gets its own. */
const modulesWithState = 'src/{client,ui,web}/**/*.test.{ts,tsx}'

/** Database tests that mostly wait: for killed processes, retries and timeouts. Their files are small. */
const waiting = new RegExp(
  `/(${[
    'src/kernel/(jobs/worker-presence|mail/send-mail|postgres/(embedded-as-root|persistent-connection))',
    'src/kernel/realtime/(source/dead-connection|suites/(log|outbox)(-15)?|suites/tokens)',
    'src/server/(backup/backup|broken-smtp|installation/lifecycle|jobs|\\w+-kill|upgrade(/upgrade-postgres)?)',
    'test/outage',
  ].join('|')})\\.db\\.test\\.ts$`,
)

/** They come first, while the checks of `npm test` use the idle processor. Larger files come before smaller ones. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(waiting.test(b.moduleId)) - Number(waiting.test(a.moduleId)))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    // Two cores, and every database file clones a template: more workers only queue behind each other.
    maxWorkers: 2,
    // Generous: a slow machine is not a fault of the product.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
    // A failed comparison shows its values in the summary of a run.
    chaiConfig: { truncateThreshold: 400 },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: [...otherTests, modulesWithState],
          // Files share the modules of their worker: importing them anew took half of the processor time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit, isolated',
          include: [modulesWithState],
          exclude: otherTests,
          pool: 'threads',
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['{src,test}/**/*.db.test.ts'],
          globalSetup: ['test/postgres.setup.ts'],
          // Files share the modules of their worker. A test file takes back what it changes in its process.
          isolate: false,
        },
      },
    ],
  },
})
