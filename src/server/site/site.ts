// Everything on the port that is no surface of the backend: the public site, the signed-in app's page, what they link.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ComposeCampaign } from '#features/campaigns/render-campaign.server.ts'
import type { Mails } from '#features/email-templates/email-templates.ts'
import type { RenderDraft } from '#features/pages/preview.server.ts'
import type { ComposeMail } from '#kernel/auth/mail/compose.ts'
import { authDefaults } from '#kernel/auth/settings.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Connect } from '#kernel/postgres/connection.ts'
import type { Route } from '#web/pages.ts'
import { routes } from '#web/routes.ts'
import { openAddresses } from '../addresses/addresses.ts'
import { appShell } from './app-shell.ts'
import { mountBioClicks } from './visits/bio-clicks.ts'
import { mountBlogFeed } from './blog-feed.ts'
import { mountBrand } from './brand.ts'
import { mountBrowserErrors } from './visits/browser-errors.ts'
import type { Door } from './renderer.ts'
import { formPosts } from './forms/form-posts.ts'
import { innerBackend } from './in-process-client.ts'
import { answerAhead } from './pages/fast-path.ts'
import { createPageAnswers, pathOf } from './pages/page-responder.ts'
import { countPageViews } from './visits/page-view-counting.ts'
import { openPersistentConnection } from '#kernel/postgres/persistent-connection.ts'
import { takeTurns } from './pages/ab-assignment.ts'
import { mountMailedPages } from './mails/mailed-pages.ts'
import { createMails } from './mails/mails.ts'
import { mountSetup } from './setup.ts'
import { mountJoining } from './team-invitation.ts'
import { mountReviewPhotos } from './review-photos.ts'
import { createSiteFacts } from './site-facts.ts'
import type { PublishedPages } from '#features/seo/seo.server.ts'
import { mountForms } from './forms/mount-forms.ts'

export type SiteOptions = {
  /** Opened with openDoor before, on the same app. */
  door: Door
  kernel: Kernel
  connect: Connect
  anonKey: string
  siteUrl: string
  /** The header in which a proxy of ours writes the visitor's address. */
  clientIpHeader?: string | undefined
  /** Where the personal-area link leads. */
  loginUrl?: string
  /** In characters, as auth asks for it. */
  passwordMinLength?: number
  /** How long a mailed link lives. */
  mailedTokenSeconds?: number
  log: FastifyBaseLogger
}

type SitePage = Extract<Route, { shell: 'site' }>

export type Site = {
  /** Mails of the auth surface in the business's own look. */
  composeMail: ComposeMail
  /** Those of the product, likewise. */
  mails: Mails<Db>
  /** Letters to many. */
  composeCampaign: ComposeCampaign
  /** A page as it would be if this draft were published. */
  renderDraft: RenderDraft
  /** Resolves once the pages of this node know of every change that was committed before, or after 250 ms without an answer. */
  caughtUp(): Promise<void>
  /** Whether changes of pages reach this process. */
  isUp: () => boolean
  /** Which pages stand, what search engines read of them, and where their links lead. */
  pages: PublishedPages
  /** Writes down what was counted so far, which otherwise happens every few seconds. */
  writeCounts(): Promise<void>
  stop(): Promise<void>
}

/** Mounts the site after the kernel's surfaces. Pages are made when first asked for. */
export async function mountSite(app: FastifyInstance, options: SiteOptions): Promise<Site> {
  const { door, kernel, connect, anonKey, siteUrl, loginUrl = '/client-login', clientIpHeader, log } = options
  const { passwordMinLength, mailedTokenSeconds } = { ...authDefaults, ...options }
  const backend = innerBackend(app, anonKey)
  const facts = createSiteFacts({ door, backend, siteUrl, loginUrl, backendKey: anonKey })
  const mails = createMails({ door, connect, readFacts: () => facts.read(), linkSeconds: mailedTokenSeconds })
  const views = countPageViews({ connect, siteUrl, clientIpHeader, log })
  const turns = takeTurns({ connect, clientIpHeader })
  const site = { door, readFacts: () => facts.read(), backend, siteUrl }
  const addresses = openAddresses({ ...site, connect, log })
  const answers = createPageAnswers({
    ...site,
    readSaid: addresses.readSaid,
    leadOn: addresses.leadOn,
    isDatabaseUp: () => changes.isUp(),
    log,
  })

  const changes = openPersistentConnection({
    config: connect('authenticator'),
    name: 'maslul pages',
    setup: (client) => client.query('listen page_changed'),
    onNotification() {
      forgetFacts()
      answers.forget()
    },
    // Changes made while disconnected were not announced.
    onUp() {
      forgetFacts()
      answers.expire()
    },
    log,
  })
  await changes.first.catch(async (error: unknown) => {
    await changes.stop()
    throw error
  })

  mountBrand(app, async () => (await facts.read()).business)
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      request.log.error({ err: error }, 'a page failed')
      return answers.failed(reply)
    })
    for (const route of routes) {
      if (route.shell === 'redirect') scope.get(route.path, (_, reply) => reply.redirect(route.to, route.status))
      else if (route.shell === 'app') scope.get(route.path, (request, reply) => answers.shell(request, reply, shell))
      else if (route.shell === 'site')
        scope.get(route.path, (request, reply) => {
          const waited = turns.wait(route.path)
          return waited ? waited.then(() => answerPage(request, reply, route)) : answerPage(request, reply, route)
        })
    }
    addresses.mount(scope, answers)
    mountBlogFeed(scope, site)
    mountReviewPhotos(scope, site)
    mountBioClicks(scope, { kernel, backend, siteUrl, clientIpHeader })
    mountMailedPages(scope, { kernel, answers })
    await mountForms(scope, { forms: formPosts, kernel, answers, siteUrl, clientIpHeader })
    await mountBrowserErrors(scope, { clientIpHeader, log })
    await mountSetup(scope, { connect, answers, passwordMinLength, clientIpHeader })
    await mountJoining(scope, { connect, answers, passwordMinLength, clientIpHeader })
  })
  // The first visitor should not be the one who waits for the front door to be made.
  if (!door.dev) app.addHook('onListen', async () => void app.inject('/'))
  if (!door.dev) answerAhead(app, keptPage, log)
  app.decorate('renderMalformedUrl', answers.unreadable)
  app.setNotFoundHandler((request, reply) => answers.notFound(request, reply))

  function answerPage(request: FastifyRequest, reply: FastifyReply, { file, reads }: SitePage) {
    const { method, headers, ip, query } = request
    const asked = { method, path: pathOf(request), query: query as Record<string, unknown>, headers, ip }
    const turn = turns.of(asked)
    const answered = answers.page(request, reply, file, reads, turn)
    const note = () => views.note({ ...asked, variant: turn.variant }, reply.raw)
    if (answered instanceof Promise) void answered.then(note).catch(() => {})
    else note()
    return answered
  }

  function keptPage(request: IncomingMessage, response: ServerResponse) {
    const { url: path = '', headers, socket } = request
    const asked = { method: 'GET', path, query: {}, headers, ip: socket.remoteAddress ?? '' }
    const turn = turns.of(asked)
    if (!answers.kept(request, response, turn)) return false
    views.note({ ...asked, variant: turn.variant }, response)
    return true
  }

  async function shell() {
    const { business, brandVersion } = await facts.read()
    return appShell({ door, title: business.business_name, anonKey, brandVersion })
  }

  function forgetFacts() {
    facts.forget()
    addresses.forget()
    mails.forget()
    turns.forget()
  }

  return {
    composeMail: mails.composeMail,
    mails: mails.mails,
    composeCampaign: mails.composeCampaign,
    renderDraft: (draft) => answers.draft(draft),
    caughtUp: async () => void (await changes.caughtUp()),
    isUp: changes.isUp,
    pages: { ...addresses.pages, check: () => addresses.check(app) },
    async writeCounts() {
      await Promise.all([views.flush(), addresses.flush()])
    },
    async stop() {
      await changes.stop()
      await mails.stop()
      await Promise.all([views.stop(), addresses.stop(), turns.stop()])
      await door.close()
    },
  }
}
