import { expect, test } from 'vitest'
import { filesBelow, isTest, isTypeScript, text } from './source.ts'

// Exceeded budgets only print a warning, except for the maximum file length.
const isGenerated = (path: string) => path === 'src/client/database.types.ts'
const sources = filesBelow('src', (path) => isTypeScript(path) && !isTest(path) && !isGenerated(path))
const lengths = sources.map((path) => text(path).split('\n').length).sort((a, b) => a - b)
const quantile = (share: number) => lengths[Math.floor((lengths.length - 1) * share)]!

test('no file is longer than 500 lines', () => {
  expect(sources.filter((path) => text(path).split('\n').length > 500)).toEqual([])
})

test('exceeded budgets of file length, folder size, depth and runtime dependencies print a warning', () => {
  const folders = Map.groupBy(
    filesBelow('src', (path) => !path.startsWith('src/ui/fonts/')),
    (path) => path.slice(0, path.lastIndexOf('/')),
  )
  const dependencies = Object.keys((JSON.parse(text('package.json')) as { dependencies: object }).dependencies)
  const warnings = [
    quantile(0.5) > 80 && `median file length ${quantile(0.5)} > 80`,
    quantile(0.9) > 250 && `p90 file length ${quantile(0.9)} > 250`,
    dependencies.length > 45 && `${dependencies.length} runtime dependencies > 45`,
    ...[...folders].map(([folder, files]) => files.length > 20 && `${folder} has ${files.length} files > 20`),
    ...sources.map((path) => path.split('/').length - 2 > 4 && `${path} is deeper than 4`),
  ].filter((warning) => typeof warning === 'string')
  for (const warning of warnings) process.emitWarning(warning, 'BudgetWarning')
  expect(sources.length).toBeGreaterThan(0)
})
