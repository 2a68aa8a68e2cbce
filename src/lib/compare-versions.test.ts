import { expect, test } from 'vitest'
import { compareVersions } from './compare-versions.ts'

test('versions are ordered by number, and a prerelease comes before its release', () => {
  const ordered = ['0.9.9', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.9.0', '1.10.0', '2.0.0']
  expect(ordered.toReversed().sort(compareVersions)).toEqual(ordered)
  expect(compareVersions('1.0.0', '1.0.0+build.7')).toBe(0)
})
