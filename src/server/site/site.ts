// All routes besides the kernel's APIs: the public site, the app shell, and their assets.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ComposeCampaign } from '#features/campaigns/render-campaign.server.ts'
import type { Mails } from '#features/email-templates/email-templates.ts'
import type { RenderDraft } from '#platform/pages/preview.server.ts'
import type { ComposeMail } from '#kernel/auth/mail/compose.ts'
import { authDefaults } from '#kernel/auth/settings.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Connect } from '#kernel/postgres/connection.ts'
import type { Route } from '#web/pages.ts'
import { routes } from '#web/routes.ts'
import { openSeo } from './addresses/addresses.ts'
import { appShell } from './app-shell.ts'
import { mountBioClicks } from './visits/bio-clicks.ts'
import { mountBlogFeed } from './blog-feed.ts'
import { mountBrand } from './brand.ts'
import { mountBrowserErrors } from './visits/browser-errors.ts'
import type { Renderer } from './renderer.ts'
import { formPosts } from './forms/form-posts.ts'
import { inProcessClient } from './in-process-client.ts'
import { mountFastPath } from './pages/fast-path.ts'
import { createPageResponder, pathOf } from './pages/page-responder.ts'
import { countPageViews } from './visits/page-view-counting.ts'
import { openPersistentConnection } from '#kernel/postgres/persistent-connection.ts'
import { createAbAssignment } from './pages/ab-assignment.ts'
import { mountMailedPages } from './mails/mailed-pages.ts'
import { createMails } from './mails/mails.ts'
import { mountSetup } from './setup.ts'
import { mountTeamInvitation } from './team-invitation.ts'
import { mountReviewPhotos } from './review-photos.ts'
import { createSiteFacts } from './site-facts.ts'
import type { PublishedPages } from '#features/seo/seo.server.ts'
import { mountForms } from './forms/mount-forms.ts'

export type SiteOptions = {
  /** Created with openRenderer, on the same app. */
  renderer: Renderer
  kernel: Kernel
  connect: Connect
  anonKey: string
  siteUrl: string
  /** The header in which a reverse proxy passes the client's IP. */
  clientIpHeader?: string | undefined
  /** The target of the personal-area link. */
  loginUrl?: string
  /** In characters; auth's setting. */
  passwordMinLength?: number
  /** Lifetime of mailed auth links. */
  mailedTokenSeconds?: number
  log: FastifyBaseLogger
}

type SitePage = Extract<Route, { shell: 'site' }>

export type Site = {
  /** Composes auth mails with the brand. */
  composeMail: ComposeMail
  /** Sends mails of the product with the brand. */
  mails: Mails<Db>
  /** Composes messages of campaigns. */
  composeCampaign: ComposeCampaign
  /** The page as it would be with this draft published. */
  renderDraft: RenderDraft
  /** Resolves when this node has processed all changes committed before, or after 250 ms. */
  caughtUp(): Promise<void>
  /** Whether the LISTEN connection for page changes is up. */
  isUp: () => boolean
  /** Public pages with their metadata, and the link check. */
  pages: PublishedPages
  /** Flushes the counters, which otherwise happens every few seconds. */
  writeCounts(): Promise<void>
  stop(): Promise<void>
}

/** Mounts the site after the kernel's APIs. Pages are rendered on first request. */
export async function mountSite(app: FastifyInstance, options: SiteOptions): Promise<Site> {
  const { renderer, kernel, connect, anonKey, siteUrl, loginUrl = '/client-login', clientIpHeader, log } = options
  const { passwordMinLength, mailedTokenSeconds } = { ...authDefaults, ...options }
  const backend = inProcessClient(app, anonKey)
  const facts = createSiteFacts({ renderer, backend, siteUrl, loginUrl, backendKey: anonKey })
  const mails = createMails({ renderer, connect, readFacts: () => facts.read(), linkSeconds: mailedTokenSeconds })
  const views = countPageViews({ connect, siteUrl, clientIpHeader, log })
  const assignments = createAbAssignment({ connect, clientIpHeader })
  const site = { renderer, readFacts: () => facts.read(), backend, siteUrl }
  const addresses = openSeo({ ...site, connect, log })
  const responder = createPageResponder({
    ...site,
    readSeo: addresses.readSeo,
    resolveRedirect: addresses.resolveRedirect,
    isDatabaseUp: () => changes.isUp(),
    log,
  })

  const changes = openPersistentConnection({
    config: connect('authenticator'),
    name: 'maslul pages',
    setup: (client) => client.query('listen page_changed'),
    onNotification() {
      forgetFacts()
      responder.forget()
    },
    // Notifications during a disconnect are lost.
    onUp() {
      forgetFacts()
      responder.expire()
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
      return responder.failed(reply)
    })
    for (const route of routes) {
      if (route.shell === 'redirect') scope.get(route.path, (_, reply) => reply.redirect(route.to, route.status))
      else if (route.shell === 'app') scope.get(route.path, (request, reply) => responder.shell(request, reply, shell))
      else if (route.shell === 'site')
        scope.get(route.path, (request, reply) => {
          const waited = assignments.wait(route.path)
          return waited ? waited.then(() => answerPage(request, reply, route)) : answerPage(request, reply, route)
        })
    }
    addresses.mount(scope, responder)
    mountBlogFeed(scope, site)
    mountReviewPhotos(scope, site)
    mountBioClicks(scope, { kernel, backend, siteUrl, clientIpHeader })
    mountMailedPages(scope, { kernel, responder })
    await mountForms(scope, { forms: formPosts, kernel, responder, siteUrl, clientIpHeader })
    await mountBrowserErrors(scope, { clientIpHeader, log })
    await mountSetup(scope, { connect, responder, passwordMinLength, clientIpHeader })
    await mountTeamInvitation(scope, { connect, responder, passwordMinLength, clientIpHeader })
  })
  // Renders the home page before the first request.
  if (!renderer.dev) app.addHook('onListen', async () => void app.inject('/'))
  if (!renderer.dev) mountFastPath(app, sendCachedPage, log)
  app.decorate('renderMalformedUrl', responder.unreadable)
  app.setNotFoundHandler((request, reply) => responder.notFound(request, reply))

  function answerPage(request: FastifyRequest, reply: FastifyReply, { file, reads }: SitePage) {
    const { method, headers, ip, query } = request
    const asked = { method, path: pathOf(request), query: query as Record<string, unknown>, headers, ip }
    const assignment = assignments.of(asked)
    const answered = responder.page(request, reply, file, reads, assignment)
    const note = () => views.note({ ...asked, variant: assignment.variant }, reply.raw)
    if (answered instanceof Promise) void answered.then(note).catch(() => {})
    else note()
    return answered
  }

  function sendCachedPage(request: IncomingMessage, response: ServerResponse) {
    const { url: path = '', headers, socket } = request
    const asked = { method: 'GET', path, query: {}, headers, ip: socket.remoteAddress ?? '' }
    const assignment = assignments.of(asked)
    if (!responder.sendCached(request, response, assignment)) return false
    views.note({ ...asked, variant: assignment.variant }, response)
    return true
  }

  async function shell() {
    const { business, brandVersion } = await facts.read()
    return appShell({ renderer, title: business.business_name, anonKey, brandVersion })
  }

  function forgetFacts() {
    facts.forget()
    addresses.forget()
    mails.forget()
    assignments.forget()
  }

  return {
    composeMail: mails.composeMail,
    mails: mails.mails,
    composeCampaign: mails.composeCampaign,
    renderDraft: (draft) => responder.draft(draft),
    async caughtUp() {
      if (await changes.caughtUp()) return
      // Unknown what this write changed: nothing rendered before it is sent without being made anew.
      forgetFacts()
      responder.expire()
    },
    isUp: changes.isUp,
    pages: { ...addresses.pages, check: () => addresses.check(app) },
    async writeCounts() {
      await Promise.all([views.flush(), addresses.flush()])
    },
    async stop() {
      await changes.stop()
      await mails.stop()
      await Promise.all([views.stop(), addresses.stop(), assignments.stop()])
      await renderer.close()
    },
  }
}
