// Scenarios that need root: other system users, folders without access, a disk of a few megabytes.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { startPostgres } from './embedded.ts'
import { isAccessibleTo } from './embedded/owner.ts'

const project = resolve(import.meta.dirname, '../../..')
const nobody = { uid: 65534, gid: 65534 }
const isRoot = process.getuid?.() === 0
const password = 'for-tests-only'
vi.setConfig({ testTimeout: 120_000 })
const base = mkdtempSync(join(tmpdir(), 'embedded-root-'))
const outside: string[] = []
chmodSync(base, 0o711)
afterAll(() => [base, ...outside].forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** Declares a test that is skipped, with the reason in its title, where its requirements are not met. */
const rootTest = (needs: 'root' | 'root and an open project') => {
  const closed = needs !== 'root' && isRoot && !isAccessibleTo(project, nobody)
  return isRoot && !closed ? test : (name: string) => test.skip(`${name} [skipped: needs ${needs}]`, () => {})
}

async function startAndStop(folder: string) {
  const server = await startPostgres({ folder, password })
  const client = new pg.Client({ host: server.socket, user: 'postgres', password, database: 'postgres' })
  await client.connect()
  await client.query('create table if not exists starts (at timestamptz default now())')
  await client.query('insert into starts default values')
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from starts')
  await client.end()
  await server.stop()
  return rows[0]!.n
}

/** Starts the server in a process of an unprivileged user; returns the output or the error message. */
function startAs(user: { uid: number; gid: number }, folder: string) {
  const code = `
    import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    try {
      const server = await startPostgres(${JSON.stringify({ folder, password })})
      process.stdout.write(server.how)
      await server.stop()
    } catch (error) { process.stdout.write(error.message) }`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
    env: { TMPDIR: '/tmp' },
  })
  return stdout.trim()
}

rootTest('root')('as root the server runs as a system user, with a folder that only this user can read', async () => {
  const folder = join(base, 'own-user')
  expect(await startAndStop(folder)).toBe(1)
  expect(statSync(folder).uid).not.toBe(0)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

rootTest('root')(
  'a project accessible only to root has its cluster under /var/lib, also after the project is moved',
  async () => {
    const closed = join(base, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const folder = join(closed, 'cluster')
    expect(await startAndStop(folder)).toBe(1)
    expect(lstatSync(folder).isSymbolicLink()).toBe(true)
    outside.push(readlinkSync(folder))

    renameSync(closed, join(base, 'moved'))
    expect(await startAndStop(join(base, 'moved/cluster'))).toBe(2)
  },
)

rootTest('root')('a dangling link to the cluster fails the start instead of creating an empty database', async () => {
  const folder = join(base, 'moved/cluster')
  const place = readlinkSync(folder)
  renameSync(place, `${place}.away`)
  await expect(startPostgres({ folder, password })).rejects.toThrow(
    /points to .*, and there is no database there\. Bring that folder back/,
  )
  renameSync(`${place}.away`, place)
  expect(await startAndStop(folder)).toBe(3)
})

rootTest('root')('a project moved to an inaccessible folder gets commands that repair it', async () => {
  const open = join(base, 'open')
  mkdirSync(open, { mode: 0o711 })
  await startAndStop(join(open, 'cluster'))
  chmodSync(open, 0o700)
  const refusal = await startPostgres({ folder: join(open, 'cluster'), password }).then(
    () => 'started',
    (error: Error) => error.message,
  )
  expect(refusal).toMatch(/may not enter a folder above it\. Move it and leave a link: mkdir -p/)
  // The message quotes a command, which must work literally.
  const commands = refusal.split('leave a link: ')[1]!
  execFileSync('/bin/sh', ['-c', commands])
  outside.push(readlinkSync(join(open, 'cluster')))
  expect(await startAndStop(join(open, 'cluster'))).toBe(2)
})

rootTest('root and an open project')(
  'a normal user after root gets a command that transfers ownership; then both can start the server',
  async () => {
    const data = join(base, 'switch')
    mkdirSync(data, { mode: 0o711 })
    const folder = join(data, 'cluster')
    expect(await startAndStop(folder)).toBe(1)

    const refusal = startAs(nobody, folder)
    expect(refusal).toMatch(
      /belongs to the user \w+, and this process runs as nobody\. Start it as root as before, or hand the data over: sudo chown -R nobody: /,
    )
    execFileSync('/bin/sh', ['-c', refusal.split('hand the data over: sudo ')[1]!])
    expect(startAs(nobody, folder)).toBe('started')
    expect(await startAndStop(folder)).toBe(2)
    expect(startAs(nobody, folder)).toBe('started')
  },
)

rootTest('root')('a cluster owned by root after chown -R is returned to its system user', async () => {
  const folder = join(base, 'all-root')
  await startAndStop(folder)
  execFileSync('chown', ['-R', 'root:root', folder])
  expect(await startAndStop(folder)).toBe(2)
})

rootTest('root')('a full disk fails the start without a partial cluster, and a later start succeeds', async () => {
  const disk = join(base, 'disk')
  mkdirSync(disk)
  const mount = (size: string) => execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711`, 'tmpfs', disk])
  try {
    mount('20m')
    await expect(startPostgres({ folder: join(disk, 'cluster'), password })).rejects.toThrow(
      /^The disk that holds .* is full\. Free some space and start again/,
    )
    expect(existsSync(join(disk, 'cluster/pg'))).toBe(false)
    execFileSync('mount', ['-o', 'remount,size=120m', disk])
    expect(await startAndStop(join(disk, 'cluster'))).toBe(1)

    spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=64k'])
    await expect(startPostgres({ folder: join(disk, 'cluster'), password })).rejects.toThrow(
      / is full\. Free some space/,
    )
    rmSync(join(disk, 'filler'))
    expect(await startAndStop(join(disk, 'cluster'))).toBe(2)
  } finally {
    execFileSync('umount', [disk])
  }
})

rootTest('root')('an existing folder with the name of the socket folder is not reused', async () => {
  const folder = join(base, 'squatted')
  const server = await startPostgres({ folder, password })
  await server.stop()
  const victim = join(base, 'victim')
  mkdirSync(victim)
  writeFileSync(join(victim, 'precious'), '')
  execFileSync('ln', ['-s', victim, server.socket])
  await startAndStop(folder)
  expect(statSync(victim).uid).toBe(0)
  expect(existsSync(join(victim, 'precious'))).toBe(true)
})
