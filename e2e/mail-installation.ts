// A separate installation with a mail server, which captures sent mails.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { tempFolder } from '../test/temp-folder.ts'
import { type TestSmtpServer, testSmtpServer } from '../test/smtp-server.ts'
import { startSession } from './browser-helpers.ts'
import { copyInstallation } from './prepared-installation.ts'

/** Call at the top of a spec file: starts before the tests and stops after them. `settings` are further environment variables. */
export function mailInstallation(settings: Record<string, string> = {}) {
  const port = String(Number(process.env['E2E_PORT']) + 1)
  const site = `http://127.0.0.1:${port}`
  let folder: string
  let server: ChildProcess
  let office: TestSmtpServer

  test.beforeAll(async () => {
    office = await testSmtpServer()
    folder = tempFolder('maslul-e2e-mail-')
    chmodSync(folder, 0o711)
    copyInstallation(join(folder, 'data'))
    const { E2E_PORT: _, E2E_DATA_DIR: __, ...environment } = process.env
    server = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: resolve(import.meta.dirname, '..'),
      env: {
        ...environment,
        NODE_ENV: 'production',
        PORT: port,
        DATA_DIR: join(folder, 'data'),
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(office.port),
        SMTP_ADMIN_EMAIL: 'info@example.com',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    server.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text))
    await expect.poll(() => output, { timeout: 90_000 }).toContain('ready')
  })

  test.afterAll(async () => {
    const ended = once(server, 'close')
    server.kill('SIGTERM')
    await ended
    office.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const logins = () =>
    JSON.parse(readFileSync(join(folder, 'data', 'demo-logins.json'), 'utf8')) as {
      role: string
      email: string
      password: string
    }[]
  const owner = () => logins()[0]!
  const signIn = async (page: Page, { email, password }: { email: string; password: string }, path: string) => {
    await startSession(page, { email, password }, site)
    await page.goto(site + path)
  }

  return {
    site,
    office: () => office,
    owner,
    /** The first URL of our site below `path`, with its query, in the text part of the newest mail to an address. */
    lastLinkTo: (address: string, path: string) => {
      const at = office.received.lastIndexOf(`<${address}>`)
      return new RegExp(`http://127\\.0\\.0\\.1:\\d+${path}[\\w/-]+(?:\\?[\\w=&-]+)?`).exec(
        textOf(office.mails[at] ?? ''),
      )?.[0]
    },
    signInAsOwner: (page: Page, path: string) => signIn(page, owner(), path),
    signInAs: (page: Page, role: string, path: string) =>
      signIn(
        page,
        logins().find((login) => login.role === role)!,
        path,
      ),
  }
}

/** Decodes a mail body: base64 or quoted-printable. */
function textOf(mail: string): string {
  const parts = mail.split(/^--.*$/m).map((part) => {
    const [head = '', ...body] = part.split('\n\n')
    const decoded = body.join('\n\n')
    if (/base64/i.test(head)) return Buffer.from(decoded, 'base64').toString()
    const bytes = decoded
      .replaceAll(/=\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString()
  })
  return parts.join('\n')
}
