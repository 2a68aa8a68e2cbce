// Uses the image as an operator does: start, health check, backup, rehearsal, stop, restore into an empty folder.
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dockerfile } from './dockerfile.ts'
import type { Image } from './image.ts'

const port = '39477'
const startLimitMs = 180_000

/** Throws at the first step that fails. */
export async function tryImage(
  image: Image,
  { command, healthCheck, volume }: Dockerfile,
  print: (line: string) => void,
) {
  const backups = `${volume}/backups`
  const settings = { PORT: port, SITE_URL: `http://127.0.0.1:${port}`, DEMO: '0', BACKUP_URL: backups }
  const must = (condition: string, own = settings) => {
    const began = performance.now()
    const { status, output } = image.run(condition, own)
    if (status !== 0) throw new Error(`${condition} ended with ${status}:\n${output}`)
    print(`${condition}: ${seconds(began)}`)
    return output
  }
  const open = async (own: Record<string, string>) => {
    const began = performance.now()
    const server = image.start(command, own)
    let logged = ''
    for (const stream of [server.stdout, server.stderr])
      stream!.on('data', (text: Buffer) => (logged += text.toString()))
    while (image.run(healthCheck, own).status !== 0) {
      if (server.exitCode !== null || performance.now() - began > startLimitMs)
        throw new Error(`The health check does not pass: ${logged}`)
      await sleep(500)
    }
    print(`start until the health check passes: ${seconds(began)}`)
    return async () => {
      const stopped = performance.now()
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      if (code !== 0) throw new Error(`The server ended with ${code}: ${logged}`)
      if (image.run(healthCheck, own).status === 0) throw new Error('The health check passes without a server.')
      print(`stop: ${seconds(stopped)}`)
    }
  }

  const writable = image.run('find . -writable -not -type l -print -quit').output
  if (writable !== '') throw new Error(`The image's user may write to the program: ${writable}`)
  if (image.run('id -u').output === '0') throw new Error('The image runs as root.')
  must(`mkdir ${backups}`)
  const key = /AGE-SECRET-KEY-\S+/.exec(must('npm run backup-key'))![0]
  const stop = await open(settings)
  must('npm run backup')
  must('npm run rehearse-restore')
  await stop()

  const keyFile = join(image.root, volume, 'key')
  writeFileSync(keyFile, key)
  const moved = { ...settings, DATA_DIR: `${volume}/restored` }
  must(`npm run restore -- --key ${volume}/key`, moved)
  const stopRestored = await open(moved)
  await stopRestored()
  const keysOf = (folder: string) => JSON.parse(readFileSync(join(image.root, folder, 'keys.json'), 'utf8')) as object
  if (!existsSync(join(image.root, moved.DATA_DIR, 'cluster'))) throw new Error('The restored folder has no database.')
  if (JSON.stringify(keysOf(moved.DATA_DIR)) !== JSON.stringify(keysOf(`${volume}/maslul`)))
    throw new Error('The restored installation has other keys.')
  if (statSync(join(image.root, volume, 'maslul')).uid === 0) throw new Error('The data belongs to root.')
}

const seconds = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`
