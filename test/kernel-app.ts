import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll } from 'vitest'
import { composePlainMail } from '#kernel/auth/mail/default-mails.ts'
import { createTokens, makeKeySet } from '#kernel/jwt.ts'
import { type KernelOptions, mountKernel } from '#kernel/kernel.ts'
import type { testDatabase } from './database.ts'

const siteUrl = 'http://localhost:3000'

/**
 * The kernel's APIs on a test database, without the product's tables. `call` sends the anon key like a browser;
 * `lastMail` parses the newest mail to an address.
 */
export async function testKernel(db: Awaited<ReturnType<typeof testDatabase>>, options: Partial<KernelOptions> = {}) {
  const app = Fastify({ logger: false })
  const storageFolder = mkdtempSync(join(tmpdir(), 'blobs-'))
  const tokens = await createTokens(await makeKeySet(), `${siteUrl}/auth/v1`)
  const kernel = await mountKernel(app, {
    connect: db.connect,
    tokens,
    siteUrl,
    apiUrl: siteUrl,
    storageFolder,
    functions: [],
    composeMail: composePlainMail,
    log: app.log,
    ...options,
  })
  await app.ready()
  afterAll(async () => {
    await app.close()
    await kernel.stop()
    rmSync(storageFolder, { recursive: true })
  })

  async function call(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS',
    url: string,
    body?: unknown,
    token?: string,
  ) {
    const headers = {
      apikey: tokens.anonKey,
      authorization: `Bearer ${token ?? tokens.anonKey}`,
      'x-supabase-api-version': '2024-01-01',
      ...(body !== undefined && { 'content-type': 'application/json;charset=UTF-8' }),
    }
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    return app.inject({ method, url, headers, ...(body !== undefined && { payload }) })
  }

  async function lastMail(to: string) {
    const [mail] = await db.sql<{ subject: string; text: string; purpose: string }>(
      'select subject, text, purpose from mail.outbox where to_address = $1 order by created_at desc, id limit 1',
      [to],
    )
    if (!mail) throw new Error(`No mail to ${to}`)
    const link = new URL(/https?:\S+/.exec(mail.text)![0])
    return { ...mail, link, hash: link.searchParams.get('token')!, code: /\b\d{6}$/.exec(mail.text)![0] }
  }

  return { app, kernel, tokens, siteUrl, call, lastMail }
}
