/** Compares two versions by semver: a prerelease precedes its release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  for (let i = 0; i < 3; i++) {
    const difference = (left.numbers[i] ?? 0) - (right.numbers[i] ?? 0)
    if (difference !== 0) return difference
  }
  if (left.pre === right.pre) return 0
  if (left.pre === undefined) return 1
  if (right.pre === undefined) return -1
  return left.pre.localeCompare(right.pre, 'en', { numeric: true })
}

function partsOf(version: string) {
  const [release = '', pre] = version.split('+', 1)[0]!.split(/-(.*)/s)
  return { numbers: release.split('.').map(Number), pre }
}
