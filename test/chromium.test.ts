import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chromium } from './chromium.ts'

test('the list of disabled features contains all features that the installed Playwright disables', () => {
  const source = readFileSync('node_modules/playwright-core/lib/coreBundle.js', 'utf8')
  const [, list] = /disabledFeatures = \[([^\]]*)\]/.exec(source)!
  const theirs = [...list!.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)
  expect(theirs.length).toBeGreaterThan(10)
  const ours = chromium.args.flatMap((arg) => (arg.startsWith('--disable-features=') ? arg.split(/[=,]/).slice(1) : []))
  expect(ours).toEqual(expect.arrayContaining(theirs))
})
