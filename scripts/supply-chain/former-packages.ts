// Packages fetched by `npm run upgrade-postgres`. They are not installed dependencies, but get the same checks.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formerPackages } from '../../src/server/upgrade/former-postgres.ts'
import { type LockFile, type LockedPackage, nameOf } from './lock-file.ts'

export const withFormerPackages = (lock: LockFile): LockFile => ({
  ...lock,
  packages: { ...lock.packages, ...formerPackages },
})

/** Calls `work` for each major version with the folder of an npm project that contains its packages. */
export function inFormerProjects<Result>(work: (folder: string) => Result): Result[] {
  const majors = Map.groupBy(Object.entries(formerPackages), ([path]) => path.split('/')[0]!)
  return [...majors].map(([name, entries]) => {
    const folder = mkdtempSync(join(tmpdir(), `${name}-`))
    try {
      const optionalDependencies = Object.fromEntries(entries.map(([path, { version }]) => [nameOf(path), version]))
      const own = { name, version: '1.0.0', private: true, optionalDependencies }
      const packages = Object.fromEntries(
        entries.map(([path, entry]) => [`node_modules/${nameOf(path)}`, { ...entry, optional: true }]),
      )
      const lock = { ...own, lockfileVersion: 3, requires: true, packages: { '': own, ...packages } }
      writeFileSync(join(folder, 'package.json'), JSON.stringify(own))
      writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
      return work(folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
}

/** The packages as CycloneDX components. */
export const formerComponents = () =>
  Object.entries(formerPackages).map(([path, { version, license, integrity }]: [string, LockedPackage]) => {
    const name = nameOf(path)
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    const content = Buffer.from(integrity!.slice('sha512-'.length), 'base64').toString('hex')
    return {
      'bom-ref': `${name}@${version}`,
      type: 'library',
      name,
      version,
      scope: 'optional',
      purl,
      hashes: [{ alg: 'SHA-512', content }],
      licenses: [{ license: { id: license } }],
    }
  })
