// Nodes of the product on one database: each may run another release.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

type Options = { databaseUrl: string; ports: readonly [number, number] }

export function openNodes({ databaseUrl, ports }: Options) {
  const folders = ports.map(() => {
    const folder = mkdtempSync(join(tmpdir(), 'maslul-node-'))
    chmodSync(folder, 0o711)
    return folder
  })
  const children: (ChildProcess | undefined)[] = []
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const keyFile = join(folders[0]!, 'keys.json')

  const spawnNode = (index: number, program: string) =>
    spawn(process.execPath, [join(program, 'src/server/main.ts')], {
      cwd: program,
      env: {
        PATH: '/usr/bin:/bin',
        TMPDIR: tmpdir(),
        NODE_ENV: 'production',
        DEMO: '0',
        PORT: String(ports[index]),
        SITE_URL: urls[0],
        DATA_DIR: folders[index],
        DATABASE_URL: databaseUrl,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })

  return {
    urls,
    serviceKey: () =>
      (JSON.parse(readFileSync(join(folders[0]!, 'api-keys.json'), 'utf8')) as { serviceRoleKey: string })
        .serviceRoleKey,
    /** Resolves when the node is ready for requests, with the milliseconds until then. */
    async start(index: number, program: string): Promise<number> {
      if (index > 0 && existsSync(keyFile)) copyFileSync(keyFile, join(folders[index]!, 'keys.json'))
      const began = performance.now()
      const child = spawnNode(index, program)
      children[index] = child
      let output = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-2000)))
      while (!(await isReady(urls[index]!))) {
        if (child.exitCode !== null) throw new Error(`The node did not start: ${output}`)
        await sleep(20)
      }
      return performance.now() - began
    },
    /** The last line of a node that is expected to exit by itself. */
    async refusal(index: number, program: string): Promise<string> {
      const child = spawnNode(index, program)
      let output = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
      const late = setTimeout(() => child.kill('SIGKILL'), 60_000)
      await once(child, 'exit')
      clearTimeout(late)
      return output.trim().split('\n').at(-1) ?? ''
    },
    async stop(index: number, signal: NodeJS.Signals = 'SIGTERM') {
      const child = children[index]
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
    remove() {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )
