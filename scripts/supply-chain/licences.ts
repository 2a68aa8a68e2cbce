// Licences that the product may depend on.
import { type LockFile, nameOf, packagesOf } from './lock-file.ts'

const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'Python-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
])

/** Weak copyleft, for unchanged packages that are linked at run time or used by the build. */
const exceptions: readonly { licence: string; packages: RegExp }[] = [
  // libvips, a shared library that sharp loads.
  { licence: 'LGPL-3.0-or-later', packages: /^@img\/sharp-/ },
  // Lightning CSS compiles the styles of the build; axe checks accessibility in tests.
  { licence: 'MPL-2.0', packages: /^(lightningcss(-.+)?|axe-core)$/ },
  // Encryption of push messages, used as an unmodified library.
  { licence: 'MPL-2.0', packages: /^web-push$/ },
]

/** Licences stated only in the README of a package. This one is a dependency of the tests' S3 server. */
const byReadMe: Readonly<Record<string, string>> = { 'humanize-number': 'MIT' }

/** `licenceOf` returns the licence of a package whose lock entry has none. */
export function licenceProblems(lock: LockFile, licenceOf: (path: string) => string | undefined): string[] {
  return packagesOf(lock).flatMap(([path, { license }]) => {
    const licence = license ?? licenceOf(path) ?? byReadMe[nameOf(path)]
    if (licence === undefined) return [`${path} names no licence`]
    return isAllowed(nameOf(path), licence) ? [] : [`${path} has the licence ${licence}`]
  })
}

/** Evaluates an SPDX expression: OR requires one allowed licence, AND all. */
function isAllowed(name: string, expression: string): boolean {
  const isOne = (licence: string) =>
    allowed.has(licence) || exceptions.some((one) => one.licence === licence && one.packages.test(name))
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => isOne(licence.trim())))
}
