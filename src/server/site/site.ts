// The parts of the public site that live as long as the process: business details, mails, counters, addresses and
// rendered pages.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { ComposeCampaign } from '#features/campaigns/render-campaign.server.ts'
import type { Mails, RenderMail } from '#features/email-templates/email-templates.ts'
import type { FollowAddress } from '#features/redirects/redirects.server.ts'
import type { PublishedPages } from '#features/seo/seo.server.ts'
import type { RenderDraft } from '#platform/pages/preview.server.ts'
import type { ComposeMail } from '#kernel/auth/mail/compose.ts'
import { authDefaults } from '#kernel/auth/settings.ts'
import type { Connect } from '#kernel/postgres/connection.ts'
import { openPersistentConnection } from '#kernel/postgres/persistent-connection.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { SiteFacts } from '#web/pages.ts'
import { openSeo } from './addresses/addresses.ts'
import { inProcessClient } from './in-process-client.ts'
import type { ComposeService } from '#server/template-messages.ts'
import { createMails } from './mails/mails.ts'
import { createAbAssignment } from './pages/ab-assignment.ts'
import { createPageResponder } from './pages/page-responder.ts'
import type { Renderer } from './renderer.ts'
import { createSiteFacts } from './site-facts.ts'
import { countPageViews } from './visits/page-view-counting.ts'

export type SiteOptions = {
  /** Site data is read through the app's APIs, which are mounted before the first page request. */
  app: FastifyInstance
  /** Created with openRenderer, on the same app. */
  renderer: Renderer
  connect: Connect
  anonKey: string
  siteUrl: string
  /** The header in which a reverse proxy passes the client's IP. */
  clientIpHeader?: string | undefined
  /** Lifetime of mailed auth links. */
  mailedTokenSeconds?: number
  log: FastifyBaseLogger
}

export type Site = {
  /** Composes auth mails with the brand. */
  composeMail: ComposeMail
  /** Sends mails of the product with the brand. */
  mails: Mails<Db>
  /** Renders them for the sender of scheduled messages. */
  renderMail: RenderMail
  /** Renders service messages of templates. */
  composeService: ComposeService
  /** Composes messages of campaigns. */
  composeCampaign: ComposeCampaign
  /** Renders the page as if this draft were published. */
  renderDraft: RenderDraft
  /** Resolves when this node has processed all changes committed before, or after 250 ms. */
  caughtUp(): Promise<void>
  /** Whether the LISTEN connection for page changes is up. */
  isUp: () => boolean
  /** Public pages with their metadata, and the link check. */
  pages: PublishedPages
  /** Follows an address of the site, for the redirect tester. */
  follow: FollowAddress
  /** Flushes the counters, which otherwise happens every few seconds. */
  writeCounts(): Promise<void>
  stop(): Promise<void>
  /** The renderer and caches that mountSite needs. */
  parts: SiteParts
}

export type SiteParts = ReturnType<typeof createParts>

/** Opens the site without routes: mountSite adds them once the kernel's APIs are mounted. */
export async function openSite(options: SiteOptions): Promise<Site> {
  const { app, connect, log } = options
  const parts = createParts(options, () => changes.isUp())
  const { facts, mails, views, assignments, addresses, responder } = parts

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

  function forgetFacts() {
    facts.forget()
    addresses.forget()
    mails.forget()
    assignments.forget()
  }

  async function stop() {
    await changes.stop()
    await mails.stop()
    await Promise.all([views.stop(), addresses.stop(), assignments.stop()])
  }

  await changes.first.catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    parts,
    composeMail: mails.composeMail,
    mails: mails.mails,
    renderMail: mails.renderMail,
    composeService: mails.composeService,
    composeCampaign: mails.composeCampaign,
    renderDraft: (draft) => responder.draft(draft),
    async caughtUp() {
      if (await changes.caughtUp()) return
      // The changes of this write are unknown, so every page rendered before it expires.
      forgetFacts()
      responder.expire()
    },
    isUp: changes.isUp,
    pages: {
      ...addresses.pages,
      check: () => addresses.check(app),
      missing: (paths) => addresses.missing(app, paths),
    },
    follow: (address) => addresses.follow(app, address),
    async writeCounts() {
      await Promise.all([views.flush(), addresses.flush()])
    },
    stop,
  }
}

function createParts(options: SiteOptions, isDatabaseUp: () => boolean) {
  const { app, renderer, connect, anonKey, siteUrl, clientIpHeader, log } = options
  const { mailedTokenSeconds: linkSeconds } = { ...authDefaults, ...options }
  const backend = inProcessClient(app, anonKey)
  const facts = createSiteFacts({
    renderer,
    backend,
    siteUrl,
    backendKey: anonKey,
    readRedirects: () => addresses.readRedirects(),
  })
  const readFacts = (): Promise<SiteFacts> => facts.read()
  const site = { renderer, readFacts, backend, siteUrl }
  const addresses = openSeo({ ...site, connect, log })
  const { readSeo, resolveRedirect } = addresses
  return {
    ...site,
    facts,
    addresses,
    mails: createMails({ renderer, connect, readFacts, linkSeconds }),
    views: countPageViews({ connect, siteUrl, clientIpHeader, log }),
    assignments: createAbAssignment({ connect, clientIpHeader }),
    responder: createPageResponder({ ...site, readSeo, resolveRedirect, isDatabaseUp, clientIpHeader, log }),
  }
}
