// Do free slots and explanations equal those of a minute-by-minute oracle? A whole year per round, in one of three zones, under random
// rules. `--rounds N`, `--minutes N`: whichever is reached first. `--seed N` repeats a run. Prints the first difference, minimised.
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { firstDifference } from '#features/booking/slots/oracle-check.fixture.ts'
import { slotInputs } from '#features/booking/slots/slot-input.fixture.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const seed = Number(values.seed)
const year = { first: '2026-01-01', days: 365 }
const seen = { free: 0, taken: 0 }
const zones = new Map<string, number>()

const result = fc.check(
  fc.property(slotInputs, (input) => {
    const { difference, free, taken } = firstDifference(input, year)
    seen.free += free
    seen.taken += taken
    zones.set(input.schedule.zone, (zones.get(input.schedule.zone) ?? 0) + 1)
    if (difference !== undefined) throw new Error(difference)
  }),
  { seed, numRuns: Number(values.rounds), interruptAfterTimeLimit: Number(values.minutes) * 60_000 },
)
process.stdout.write(
  `seed ${seed}: ${result.numRuns} years (${[...zones].map(([zone, years]) => `${zone} ${years}`).join(', ')}), ${seen.free} free and ${seen.taken} taken slots compared\n`,
)
if (result.failed) {
  const { errorInstance, counterexample, counterexamplePath } = result
  process.stdout.write(
    `DIFFERENCE at ${counterexamplePath}: ${(errorInstance as Error).message}\n${JSON.stringify(counterexample)}\n`,
  )
  process.exitCode = 1
} else process.stdout.write('No difference.\n')
