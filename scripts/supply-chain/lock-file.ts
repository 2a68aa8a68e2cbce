// Parses the lock file and validates its entries.

export type LockedPackage = {
  version: string
  license?: string
  resolved?: string
  integrity?: string
  link?: boolean
}
export type LockFile = { lockfileVersion: number; packages: Record<string, LockedPackage & Record<string, unknown>> }

const registry = 'https://registry.npmjs.org/'

/** 'node_modules/a/node_modules/@b/c' → '@b/c'. */
export const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

export const packagesOf = ({ packages }: LockFile) => Object.entries(packages).filter(([path]) => path !== '')

/** Checks that all packages come from the registry (implicit with `omit-lockfile-registry-resolved`) with a SHA-512 checksum, and are
 * installed as locked. */
export function integrityProblems(lock: LockFile, installed: LockFile): string[] {
  const problems = packagesOf(lock).flatMap(([path, { resolved, integrity }]) => [
    ...(resolved === undefined || resolved.startsWith(registry) ? [] : [`${path} comes from ${resolved}`]),
    ...(integrity?.startsWith('sha512-') ? [] : [`${path} has no SHA-512 checksum`]),
  ])
  for (const [path, { version, integrity }] of packagesOf(installed)) {
    const locked = lock.packages[path]
    if (!locked) problems.push(`${path} is installed and not in the lock file`)
    else if (locked.version !== version || locked.integrity !== integrity)
      problems.push(
        `${path} is installed as ${version}, and locked as ${locked.version} with another checksum or version`,
      )
  }
  return problems
}

/** Versions in package.json must be exact, so that each update is a reviewed change. */
export const rangeProblems = (dependencies: Readonly<Record<string, string>>): string[] =>
  Object.entries(dependencies)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} has the range ${version} in package.json`)
