// Fills the folder DATA_DIR with an installation with the demo. The first call of a run creates it by a first start; later calls copy it.
// Started by playwright.config.ts before each server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { copyInstallation, preparedFolder } from './prepared-installation.ts'

if (!existsSync(preparedFolder())) await makeInstallation()
copyInstallation(process.env['DATA_DIR']!)

async function makeInstallation() {
  const folder = join(process.env['E2E_PREPARED_DIR']!, 'unfinished')
  // Uses another port: the runner polls the port of the server that is started next.
  const PORT = String(Number(process.env['PORT']) + 1)
  const server = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: resolve(import.meta.dirname, '..'),
    // Silent: it is stopped while it prerenders its first pages, which would be logged as failed.
    env: { ...process.env, PORT, DATA_DIR: folder, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'close')
  let output = ''
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    if ((output += text).includes('ready')) server.kill('SIGTERM')
  })
  const [code] = (await ended) as [number | null]
  if (code !== 0 || !output.includes('ready'))
    throw new Error(`The first start of the run ended with ${code}. ${output}`)
  renameSync(folder, preparedFolder())
}
