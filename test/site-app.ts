// The site over a real database, without a build: pages are rendered from their sources.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll } from 'vitest'
import { serverOptions } from '#kernel/http/server-options.ts'
import { createTokens, makeKeySet } from '#kernel/jwt.ts'
import { mountKernel } from '#kernel/kernel.ts'
import { seedSite } from '#server/business.ts'
import { seedDemo } from '#server/demo.ts'
import type { Renderer } from '#server/site/renderer.ts'
import { createFunctionList } from '#server/handlers.ts'
import { inProcessStorage } from '#server/in-process-storage.ts'
import { inProcessClient } from '#server/site/in-process-client.ts'
import { mountSite } from '#server/site/site.ts'
import type { RenderRequest } from '#web/entry-server.tsx'
import { testDatabase } from './database.ts'
import { testDependencies } from './dependencies.ts'

const tags = { prePaint: '/assets/pre-paint.js', script: '/assets/site.js', styles: ['/assets/site.css'] }

type OnRender = (asked: RenderRequest) => void

const withRenderObserver = (onRender: OnRender): Renderer => ({
  dev: false,
  open: async () => {
    const entry = await import('#web/entry-server.tsx')
    return {
      ...entry,
      renderPage: (asked, tags) => {
        onRender(asked)
        return entry.renderPage(asked, tags)
      },
    }
  },
  tagsOf: async () => ({ ...tags, fonts: ['/assets/a-he-1.woff2'], dev: false }),
  appTags: async () => ({ ...tags, script: '/assets/app.js' }),
  transformHtml: async (_path, html) => html,
  close: async () => {},
})

/** The site without a listener, with or without the demo; `onRender` is called for every rendered page. */
export async function testSite({ demo = true, onRender = () => {} }: { demo?: boolean; onRender?: OnRender } = {}) {
  const db = await testDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  if (demo) await seedDemo({ connect: db.connect, dataDir: folder })
  await seedSite(db.connect)
  const tokens = await createTokens(await makeKeySet(), 'http://site.test/auth/v1')
  const app = fastify({ logger: false, ...serverOptions({ debug() {} }) })
  const storage = inProcessStorage()
  const kernel = await mountKernel(app, {
    connect: db.connect,
    tokens,
    siteUrl: 'http://site.test',
    apiUrl: 'http://site.test',
    storageFolder: folder,
    functions: createFunctionList(
      testDependencies(undefined, {
        mails: { send: (caller, mail) => site.mails.send(caller, mail) },
        composeCampaign: (letter, reader) => site.composeCampaign(letter, reader),
        files: storage.files,
        renderDraft: (draft) => site.renderDraft(draft),
        pages: {
          list: () => site.pages.list(),
          read: (path) => site.pages.read(path),
          check: () => site.pages.check(),
        },
        writeViews: () => site.writeCounts(),
      }),
    ),
    composeMail: () => site.composeMail('confirm_signup', { link: '', code: '', email: '' }),
    afterWrite: () => site.caughtUp(),
    log: app.log,
  })
  storage.open(inProcessClient(app, tokens.serviceRoleKey))
  const site = await mountSite(app, {
    renderer: withRenderObserver(onRender),
    kernel,
    connect: db.connect,
    anonKey: tokens.anonKey,
    siteUrl: 'http://site.test',
    log: app.log,
  })
  afterAll(async () => {
    await site.stop()
    await app.close()
    await kernel.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { app, db, site, kernel, tokens, anonKey: tokens.anonKey }
}
