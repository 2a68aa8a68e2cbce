// npm run bench -- container: builds the image of deploy/Dockerfile without Docker and tests it. As root on Linux; needs 4 GB of memory.
// Mounts and processes are removed with the namespaces that it runs in.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readDockerfile } from './container/dockerfile.ts'
import { buildImage } from './container/image.ts'
import { tryImage } from './container/try-image.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)
const inside = process.env['CONTAINER_BASE']

if (inside === undefined) {
  const base = mkdtempSync(join(tmpdir(), 'maslul-container-'))
  const { status, error } = spawnSync(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', process.execPath, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, CONTAINER_BASE: base } },
  )
  rmSync(base, { recursive: true, force: true })
  if (error) throw error
  process.exitCode = status ?? 1
} else {
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'mode=711', 'tmpfs', inside], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Only root can build the image here: ${stderr}`)
  const dockerfile = readDockerfile(readFileSync(resolve(import.meta.dirname, '../deploy/Dockerfile'), 'utf8'))
  const image = buildImage(dockerfile, inside, print)
  await tryImage(image, dockerfile, print)
  // The init process of the namespace: when it exits, all its processes are killed.
  process.exit()
}
