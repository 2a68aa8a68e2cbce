// All routes besides the kernel's APIs: the public site, the app shell, and their assets.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitBufferedBodies } from '#kernel/http/buffered-bodies.ts'
import { logRefusedByOutage } from '#kernel/http/outage-log.ts'
import { type AuthOverrides, authDefaults } from '#kernel/auth/settings.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Connect } from '#kernel/postgres/connection.ts'
import { isDatabaseAway } from '#kernel/postgres/database-away.ts'
import type { Route } from '#web/pages.ts'
import { routes } from '#web/routes.ts'
import { appShell } from './app-shell.ts'
import { mountAppointmentFile } from './booking/appointment-file.ts'
import { mountCalendarFeed } from './booking/calendar-feed.ts'
import { mountClientInvitation } from './client-invitation.ts'
import { readCookie } from './cookies.ts'
import { mountBlogFeed } from './blog-feed.ts'
import { mountPaymentPage } from './checkout/payment-page.ts'
import { mountBrand } from './brand.ts'
import { mountFormPages } from './forms/form-pages.ts'
import { formPosts } from './forms/form-posts.ts'
import { formArrivalSeconds, mountForms } from './forms/mount-forms.ts'
import { mountLaunchPages } from './launches/launch-pages.ts'
import { mountMailedPages } from './mails/mailed-pages.ts'
import { mountFastPath } from './pages/fast-path.ts'
import { pathOf } from './pages/page-responder.ts'
import { mountQuizPages } from './quiz/quiz-pages.ts'
import { mountPortalManifest } from './portal-manifest.ts'
import { mountPushWorker } from './push-worker.ts'
import { mountReviewPhotos } from './review-photos.ts'
import { mountSetup } from './setup.ts'
import type { SiteParts } from './site.ts'
import { mountTeamInvitation } from './team-invitation.ts'
import { mountClips } from './clips/clips.ts'
import { mountWebinarPages } from './webinars/webinar-pages.ts'
import { mountBioClicks } from './visits/bio-clicks.ts'
import { mountBrowserErrors } from './visits/browser-errors.ts'

type Options = {
  kernel: Kernel
  connect: Connect
  anonKey: string
  /** The header in which a reverse proxy passes the client's IP. */
  clientIpHeader?: string | undefined
  /** The timeout in seconds for receiving a form. */
  arrivalSeconds?: typeof formArrivalSeconds
  /** The minimum password length in characters; auth's setting. */
  passwordMinLength?: number
  /** Enabled sign-in providers; auth's setting. */
  providers?: AuthOverrides['providers']
  /** Whether accounts by phone are enabled; auth's setting. */
  phone?: AuthOverrides['phone']
  log: FastifyBaseLogger
}

type SitePage = Extract<Route, { shell: 'site' }>

/**
 * A request with one of these cookies bypasses the page cache. Browsers send them only below the paths of their pages.
 */
const ownCookies = routes.flatMap((route) => (route.shell === 'site' && route.ownCookie ? [route.ownCookie] : []))

/** Mounts the site after the kernel's APIs. Pages are rendered on first request. */
export async function mountSite(app: FastifyInstance, site: SiteParts, options: Options): Promise<void> {
  const { renderer, backend, siteUrl, facts, responder, addresses } = site
  const { kernel, connect, anonKey, clientIpHeader, arrivalSeconds = formArrivalSeconds, log } = options
  const providers = [options.providers?.google && 'google', options.phone?.enabled && 'phone'].filter(
    (name) => typeof name === 'string',
  )
  const { passwordMinLength } = { ...authDefaults, ...options }
  const pages = pageAnswers(site)

  const readBusiness = async () => (await facts.read()).business
  mountPushWorker(app, renderer.portalFiles)
  mountBrand(app, readBusiness)
  mountPortalManifest(app, readBusiness)
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      if (isDatabaseAway(error)) logRefusedByOutage(request, error)
      else request.log.error({ err: error }, 'a page failed')
      return responder.failed(reply)
    })
    // PostgreSQL refuses text with a zero byte: a query with one would fail, and be logged as an error of the site.
    scope.addHook('onRequest', async (request, reply) =>
      request.url.includes('%00') ? responder.unreadable(request, reply) : undefined,
    )
    for (const route of routes) {
      if (route.shell === 'redirect') scope.get(route.path, (_, reply) => reply.redirect(route.to, route.status))
      else if (route.shell === 'app') scope.get(route.path, (request, reply) => responder.shell(request, reply, shell))
      else if (route.shell === 'site') scope.get(route.path, (request, reply) => pages.answer(request, reply, route))
    }
    addresses.mount(scope, responder)
    mountBlogFeed(scope, site)
    mountAppointmentFile(scope, site)
    mountFormPages(scope, site)
    mountQuizPages(scope, site)
    mountWebinarPages(scope, { ...site, kernel, clientIpHeader })
    mountClips(scope)
    mountCalendarFeed(scope, site)
    mountLaunchPages(scope, { kernel, responder, siteUrl, clientIpHeader })
    mountPaymentPage(scope, site)
    mountReviewPhotos(scope, site)
    mountBioClicks(scope, { kernel, backend, siteUrl, clientIpHeader })
    mountMailedPages(scope, { kernel, responder })
    await mountForms(scope, { forms: formPosts, kernel, responder, siteUrl, clientIpHeader, arrivalSeconds })
    await scope.register(async (own) => {
      limitBufferedBodies(own, arrivalSeconds.plain)
      await mountBrowserErrors(own, { clientIpHeader, log })
      await mountSetup(own, { connect, responder, passwordMinLength, clientIpHeader })
      await mountTeamInvitation(own, { connect, responder, passwordMinLength, clientIpHeader })
      await mountClientInvitation(own, { connect, responder, passwordMinLength, clientIpHeader })
    })
  })
  // Renders the home page before the first request.
  if (!renderer.dev) app.addHook('onListen', async () => void app.inject('/'))
  if (!renderer.dev) mountFastPath(app, (request, response) => pages.sendCached(request, response), log)
  app.decorate('renderMalformedUrl', responder.unreadable)
  app.setNotFoundHandler((request, reply) => responder.notFound(request, reply))

  async function shell() {
    const { business, brandVersion } = await facts.read()
    return appShell({ renderer, title: business.business_name, anonKey, brandVersion, providers })
  }
}

/** Responds to page requests with the visitor's variant, and counts the view. */
function pageAnswers({ responder, assignments, views }: SiteParts) {
  function answerPage(request: FastifyRequest, reply: FastifyReply, { file, reads, ownCookie }: SitePage) {
    const { method, headers, ip, query } = request
    const pageRequest = { method, path: pathOf(request), query: query as Record<string, unknown>, headers, ip }
    const assignment = assignments.of(pageRequest)
    const key = ownCookie && readCookie(request, ownCookie)
    const answered = key
      ? responder.own(request, reply, { file, reads, key })
      : responder.page(request, reply, file, reads, assignment)
    const note = () => views.note({ ...pageRequest, variant: assignment.variant }, reply.raw)
    if (answered instanceof Promise) void answered.then(note).catch(() => {})
    else note()
    return answered
  }

  return {
    answer(request: FastifyRequest, reply: FastifyReply, route: SitePage) {
      const waited = assignments.wait(route.path)
      return waited ? waited.then(() => answerPage(request, reply, route)) : answerPage(request, reply, route)
    },
    /** Returns false when the page is not cached. */
    sendCached(request: IncomingMessage, response: ServerResponse) {
      const { url: path = '', headers, socket } = request
      if (ownCookies.some((name) => readCookie(request, name))) return false
      const pageRequest = { method: 'GET', path, query: {}, headers, ip: socket.remoteAddress ?? '' }
      const assignment = assignments.of(pageRequest)
      if (!responder.sendCached(request, response, assignment)) return false
      views.note({ ...pageRequest, variant: assignment.variant }, response)
      return true
    },
  }
}
