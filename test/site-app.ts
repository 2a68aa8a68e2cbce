// The site over a real database, without a build: pages are rendered from their sources.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { pino } from 'pino'
import { afterAll } from 'vitest'
import { logSerializers } from '#kernel/http/log-serializers.ts'
import { serverOptions } from '#kernel/http/server-options.ts'
import { createTokens, makeKeySet } from '#kernel/jwt.ts'
import { mountKernel } from '#kernel/kernel.ts'
import type { Renderer } from '#server/site/renderer.ts'
import type { FunctionDependencies } from '#server/functions/parts.ts'
import { createFunctionList } from '#server/handlers.ts'
import { inProcessStorage } from '#server/in-process-storage.ts'
import { inProcessClient } from '#server/site/in-process-client.ts'
import { mountSite } from '#server/site/mount-site.ts'
import { openSite } from '#server/site/site.ts'
import type { RenderRequest } from '#web/entry-server.tsx'
import { testDependencies } from './dependencies.ts'
import { seededDatabase } from './seeded-database.ts'

const tags = { prePaint: '/assets/pre-paint.js', script: '/assets/site.js', styles: ['/assets/site.css'] }

type OnRender = (asked: RenderRequest) => void

const withRenderObserver = (onRender: OnRender): Renderer => ({
  dev: false,
  open: async () => {
    const entry = await import('#web/entry-server.tsx')
    return {
      ...entry,
      renderPage: (request, tags) => {
        onRender(request)
        return entry.renderPage(request, tags)
      },
    }
  },
  tagsOf: async () => ({ ...tags, fonts: ['/assets/a-he-1.woff2'], dev: false }),
  appTags: async () => ({ ...tags, script: '/assets/app.js' }),
  portalFiles: ['/assets/app.js'],
  transformHtml: async (_path, html) => html,
  close: async () => {},
})

type SiteOptions = {
  demo?: boolean
  onRender?: OnRender
  arrivalSeconds?: { plain: number; withFile: number }
  /** Called for each log line of every level. Default: nothing is logged. */
  onLog?: (line: string) => void
  /** The busy times of connected calendars. Default: none is connected. */
  readBusyTimes?: FunctionDependencies['readBusyTimes']
  /** Overrides for the functions' test dependencies. */
  inside?: Partial<Omit<FunctionDependencies, 'calendar'>>
}

/** Log lines as in an installation, down to the finest level. */
const loggingTo = (write: (line: string) => void) => ({
  loggerInstance: pino({ level: 'trace', serializers: logSerializers }, { write }) as FastifyBaseLogger,
  logController: new LogController({ disableRequestLogging: true }),
})

/** Opens the site without a listener, with or without the demo; `onRender` is called for every rendered page. */
export async function testSite({
  demo = true,
  onRender = () => {},
  arrivalSeconds,
  onLog,
  readBusyTimes = async () => 'none',
  inside = {},
}: SiteOptions = {}) {
  const db = await seededDatabase(demo ? 'demo' : 'pages')
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  const tokens = await createTokens(await makeKeySet(), 'http://site.test/auth/v1')
  const app = fastify({ ...(onLog ? loggingTo(onLog) : { logger: false }), ...serverOptions({ debug() {} }) })
  const { anonKey } = tokens
  const siteUrl = 'http://site.test'
  const part = { connect: db.connect, log: app.log }
  const site = await openSite({ ...part, app, renderer: withRenderObserver(onRender), anonKey, siteUrl })
  const { mails, composeCampaign, composeService, renderDraft, pages, follow } = site
  const files = inProcessStorage(inProcessClient(app, tokens.serviceRoleKey))
  const writeViews = () => site.writeCounts()
  const kernel = await mountKernel(app, {
    ...part,
    tokens,
    siteUrl,
    apiUrl: siteUrl,
    storageFolder: folder,
    functions: createFunctionList(
      testDependencies(undefined, {
        mails,
        composeCampaign,
        composeService,
        files,
        renderDraft,
        pages,
        follow,
        writeViews,
        readBusyTimes,
        signAccess: (claims, seconds) => tokens.sign({ role: 'anon', ...claims }, seconds),
        ...inside,
      }),
    ),
    composeMail: site.composeMail,
    afterWrite: () => site.caughtUp(),
  })
  const google = {
    issuer: 'https://google.test',
    clientIds: ['site'],
    secret: 'of the test',
    redirectUri: undefined,
    skipNonceCheck: false,
  }
  await mountSite(app, site.parts, {
    ...part,
    kernel,
    anonKey,
    providers: { google },
    ...(arrivalSeconds && { arrivalSeconds }),
  })
  afterAll(async () => {
    await app.close()
    await kernel.stop()
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { app, db, site, kernel, tokens, anonKey }
}
