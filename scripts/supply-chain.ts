// npm run supply-chain -- [--advisories FILE] [--out FILE]: checks licences, lock file and known vulnerabilities, and writes an SBOM.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { environmentWithoutPackages } from '#server/config.ts'
import { type Advisories, vulnerabilities } from './supply-chain/advisories.ts'
import { formerComponents, inFormerProjects, withFormerPackages } from './supply-chain/former-packages.ts'
import { licenceProblems } from './supply-chain/licences.ts'
import { integrityProblems, type LockFile, packagesOf, rangeProblems } from './supply-chain/lock-file.ts'

type PackageFile = {
  license?: string
  licenses?: { type: string }[]
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}
type Audit = { vulnerabilities?: Record<string, { name: string; severity: string; range: string }> }

const root = resolve(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    advisories: { type: 'string' },
    out: { type: 'string', default: join(root, 'dist/sbom.cdx.json') },
  },
})
const print = (line: string) => void process.stdout.write(`${line}\n`)
const read = <T>(path: string) => JSON.parse(readFileSync(resolve(root, path), 'utf8')) as T

const lock = withFormerPackages(read<LockFile>('package-lock.json'))
const { dependencies, devDependencies, optionalDependencies } = read<PackageFile>('package.json')

report('Lock file', [
  ...rangeProblems({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  ...integrityProblems(lock, read<LockFile>('node_modules/.package-lock.json')),
])
report('Licences', licenceProblems(lock, installedLicence))
checkVulnerabilities()
writeSbom()

function report(what: string, problems: readonly string[]) {
  print(`${what}: ${problems.length === 0 ? 'good' : 'NOT GOOD'} (${packagesOf(lock).length} packages)`)
  for (const problem of problems) print(`  ${problem}`)
  if (problems.length > 0) process.exitCode = 1
}

/** Older packages state their licence only in their own package.json, some as a list. */
function installedLicence(path: string): string | undefined {
  const file = join(root, path, 'package.json')
  if (!existsSync(file)) return undefined
  const { license, licenses } = read<PackageFile>(file)
  return license ?? licenses?.map(({ type }) => type).join(' OR ')
}

/** Queries the registry, which has the latest advisories. The advisories file is for machines without access to it. */
function checkVulnerabilities() {
  const audit = (folder: string) => askNpm<Audit>(['audit', '--json', '--package-lock-only'], folder)?.vulnerabilities
  const found = [audit(root), ...inFormerProjects(audit)]
  if (found.every((one) => one !== undefined))
    return report(
      'Vulnerabilities by the registry',
      found.flatMap((one) => Object.values(one).map(({ name, severity, range }) => `${name} ${range}: ${severity}`)),
    )
  if (values.advisories === undefined) {
    print('Vulnerabilities: NOT CHECKED. The registry does not answer: give a file of advisories with --advisories')
    process.exitCode = 1
    return
  }
  const known = read<Advisories>(resolve(values.advisories))
  report(`Vulnerabilities by ${known.length} advisories of the file`, vulnerabilities(lock, known))
}

function writeSbom() {
  type Sbom = { metadata: { component: { name: string } }; components: unknown[] }
  const sbom = askNpm<Sbom>(['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'])
  if (!sbom) {
    print('SBOM: NOT WRITTEN. It takes npm 10.1 or newer')
    process.exitCode = 1
    return
  }
  // npm names the component after the folder.
  sbom.metadata.component.name = 'maslul'
  sbom.components.push(...formerComponents())
  mkdirSync(dirname(values.out), { recursive: true })
  writeFileSync(values.out, JSON.stringify(sbom, null, 2))
  print(`SBOM: ${sbom.components.length} components in ${values.out}`)
}

/** Runs npm and parses its JSON output; undefined without JSON. The exit status is ignored: it is not 0 for an audit with findings. */
function askNpm<Answer>(args: readonly string[], folder = root): Answer | undefined {
  const { stdout } = spawnSync('npm', [...args], {
    cwd: folder,
    // Runs npm with the Node installation that it belongs to.
    env: environmentWithoutPackages(),
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    timeout: 120_000,
  })
  try {
    return JSON.parse(stdout) as Answer
  } catch {
    return undefined
  }
}
