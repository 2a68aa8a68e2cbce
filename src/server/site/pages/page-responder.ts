// Responds to page requests: from the page cache if the page is public, else rendered per request.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientIpOf } from '#kernel/http/client-ip.ts'
import { createRateLimit, rateLimitKey } from '#kernel/http/rate-limit.ts'
import { isSiteWide, type Page } from '#platform/pages/pages.ts'
import { type RedirectTarget, locationOf } from '#features/redirects/redirects.ts'
import { linkTo } from '#features/seo/seo.ts'
import type { MovedPage } from '#web/pages.ts'
import { notFoundReads } from '#web/routes.ts'
import { matchRoute } from '#server/site/match-route.ts'
import {
  createPageCache,
  compressPage,
  compressIfPage,
  isPage,
  type RenderResult,
  type RenderedResponse,
} from './page-cache.ts'
import { createPageRenderer, type PageSources } from './page-renderer.ts'
import { sendBytes, sendPrepared } from './send-bytes.ts'
import type { Assignment } from './ab-assignment.ts'

type Options = PageSources & {
  /** The redirect for a URL without a page; undefined if there is none. */
  resolveRedirect: (request: FastifyRequest) => Promise<RedirectTarget | undefined>
  /** Whether the database is reachable: decides between 500 and 503. */
  isDatabaseUp: () => boolean
  /** The header in which a reverse proxy passes the client's IP. */
  clientIpHeader?: string | undefined
  log: { error(about: object, message: string): void }
}
type FormAnswer = {
  file: string
  status: number
  form: object
  query?: Record<string, string>
  headers?: Record<string, string>
}

type OwnPage = { file: string; reads: readonly string[]; key: string }

type Make = () => Promise<RenderResult<RenderedResponse>>
type Answer = FastifyReply | Promise<FastifyReply>

export type PageResponder = ReturnType<typeof createPageResponder>

/**
 * Rendering per request blocks the event loop for all visitors. Viewers who join a webinar together may share one IP
 * address.
 */
const rendersPerClient = { burst: 600, refillMs: 120_000 }

export function createPageResponder({ resolveRedirect, isDatabaseUp, clientIpHeader, log, ...sources }: Options) {
  const { dev } = sources.renderer
  const { render, renderNotFound, headers } = createPageRenderer(sources)
  // During a database outage each connection logs the error once, so pages do not log it again.
  const onStale = (error: unknown) => {
    if (isDatabaseUp()) log.error({ err: error }, 'a page could not be rendered: its last version was sent')
  }
  const cache = createPageCache({ onStale })
  /** The canonical paths of cached pages. */
  const pages = new Set<string>()
  // Forms with input and request numbers belong to one visitor.
  const personal = { 'cache-control': 'no-store' }
  // `ref` and `k` are keys, so they are not sent as a referrer.
  const keyed = { ...personal, 'referrer-policy': 'no-referrer' }

  const renders = createRateLimit(rendersPerClient)
  function isTooOften(request: FastifyRequest) {
    const client = rateLimitKey(clientIpOf(request, clientIpHeader), clientIpHeader !== undefined)
    return client !== undefined && !renders.take(client)
  }
  const refuse = async (reply: FastifyReply) =>
    reply
      .code(429)
      .headers({ ...headers, ...personal, 'retry-after': '10' })
      .send(tooOften)

  /** Responds with the page of a cache key, synchronously on a hit. Development renders every request. */
  function answer(request: FastifyRequest, reply: FastifyReply, key: string, make: Make): Answer {
    const ready = cache.ready(key)
    if (ready) return sendPrepared(request, reply, ready)
    const finished = dev ? make().then((result) => compressIfPage(result)) : cache.make(key, make)
    return finished.then((result) =>
      isPage(result) ? sendPrepared(request, reply, result) : send(request, reply, result),
    )
  }

  /** For URLs without a page: the redirect, or the not-found page. */
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    moved: MovedPage | undefined,
  ): Promise<FastifyReply> {
    const lead: RedirectTarget | undefined = moved ? { to: moved.movedTo, code: 301 } : await resolveRedirect(request)
    // Browsers cache a 301 permanently: after a page moved and back, two cached ones would be a redirect loop.
    if (lead)
      return reply.header('cache-control', 'no-cache').redirect(withQuery(locationOf(lead.to), request.url), lead.code)
    const query = onlyRead(request, notFoundReads)
    if (query && isTooOften(request)) return refuse(reply)
    if (query) return sendOnce(request, reply, renderNotFound(query), { headers: personal })
    return answer(request, reply, '404', () => renderNotFound())
  }

  async function sendOnce(
    request: FastifyRequest,
    reply: FastifyReply,
    rendering: Promise<RenderResult<RenderedResponse>>,
    own: Partial<RenderedResponse>,
  ) {
    const page = await rendering
    if (!isPage(page)) return send(request, reply, page)
    return sendPrepared(
      request,
      reply,
      await compressPage({ ...page, ...own, headers: { ...page.headers, ...own.headers } }),
    )
  }

  return {
    /** `reads` names the query parameters that the page depends on; `assignment` is the visitor's A/B variant. */
    page(request: FastifyRequest, reply: FastifyReply, file: string, reads: readonly string[], assignment: Assignment) {
      const path = pathOf(request)
      const pageRequest = { file, path, params: request.params as Record<string, string>, assignment }
      const query = onlyRead(request, reads)
      if (query && isTooOften(request)) return refuse(reply)
      if (query)
        return sendOnce(
          request,
          reply,
          render({ ...pageRequest, query, client: clientIpOf(request, clientIpHeader) }),
          {
            headers: 'ref' in query || 'k' in query ? keyed : personal,
          },
        )
      const key = keyOf(path, assignment)
      if (cache.ready(key)) pages.add(path)
      return answer(request, reply, key, () => render(pageRequest))
    },

    /** Renders a page for the browser that has this key in its cookie. */
    own(request: FastifyRequest, reply: FastifyReply, { file, reads, key }: OwnPage) {
      if (isTooOften(request)) return refuse(reply)
      const params = request.params as Record<string, string>
      const query = { ...onlyRead(request, reads), r: key }
      return sendOnce(request, reply, render({ file, path: pathOf(request), params, query }), { headers: personal })
    },

    /** Fast path: responds only with a page cached under exactly this path. */
    sendCached(
      { method, url = '', headers: requestHeaders }: IncomingMessage,
      response: ServerResponse,
      assignment: Assignment,
    ): boolean {
      if (
        method !== 'GET' ||
        !pages.has(url) ||
        requestHeaders['content-length'] ||
        requestHeaders['transfer-encoding']
      )
        return false
      const page = cache.ready(keyOf(url, assignment))
      if (page) sendBytes(requestHeaders, response, page)
      return page !== undefined
    },

    /** Renders a page with the submitted form state and its status. */
    form(request: FastifyRequest, reply: FastifyReply, { file, status, form, query, headers: own }: FormAnswer) {
      const params = request.params as Record<string, string>
      const client = clientIpOf(request, clientIpHeader)
      const page = render({ file, path: pathOf(request), params, form, client, ...(query && { query }) })
      return sendOnce(request, reply, page, { status, headers: { ...personal, ...own } })
    },

    /** The HTML of a page with this draft published; undefined if the path has no page. */
    async draft(draft: Page): Promise<string | undefined> {
      const shownAt = isSiteWide(draft.path) ? '/' : draft.path
      const matched = matchRoute(shownAt)
      if (!matched) return undefined
      const { route, params } = matched
      const page = await render({ file: route.file, path: linkTo(shownAt), params, draft })
      return isPage(page) ? page.html.toString() : undefined
    },

    notFound: (request: FastifyRequest, reply: FastifyReply) => send(request, reply, undefined),

    /** The not-found page for URLs that cannot be decoded; they have no redirects. */
    unreadable: (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, '404', () => renderNotFound()),

    /** Responds with the app shell: public HTML that is no page of the site. */
    shell: (request: FastifyRequest, reply: FastifyReply, make: () => Promise<Buffer>) =>
      answer(request, reply, 'app', async () => ({ status: 200, html: await make(), headers })),

    /** The error page, static because rendering may be the cause. 503 while the database is away. */
    failed: (reply: FastifyReply) =>
      isDatabaseUp()
        ? reply.code(500).headers(headers).send(failure)
        : reply
            .code(503)
            .headers({ ...headers, 'retry-after': '5' })
            .send(failure),

    /** Responds with a cached file such as the sitemap. */
    file: (request: FastifyRequest, reply: FastifyReply, key: string, make: () => Promise<RenderedResponse>) =>
      answer(request, reply, key, make),
    forget() {
      cache.clear()
      pages.clear()
    },
    /** Like forget, but the stale pages are sent if rendering fails. */
    expire() {
      cache.expire()
      pages.clear()
    },
  }
}

/** The cache key. Paths contain no spaces. */
const keyOf = (path: string, { variant }: Assignment) => (variant && variant !== path ? `${path} ${variant}` : path)

/** The canonical path: other spellings (`/%63ontact`) are the same page and must share its cache entry. */
export const pathOf = ({ routeOptions, params }: FastifyRequest) =>
  (routeOptions.url ?? '/').replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )

/** The query parameters that the page reads; undefined if there are none. */
function onlyRead({ query }: FastifyRequest, reads: readonly string[]): Record<string, string> | undefined {
  const params = query as Record<string, unknown>
  const read = reads.filter((name) => name in params)
  return read.length > 0 ? Object.fromEntries(read.map((name) => [name, String(params[name])])) : undefined
}

/** Appends the request's query, unless the target has its own query or fragment. */
function withQuery(to: string, url: string) {
  const query = url.indexOf('?')
  return query < 0 || /[?#]/.test(to) ? to : to + url.slice(query)
}

const plainPage = (title: string, text: string) =>
  `<!doctype html><html lang="he" dir="rtl"><head><meta charset="utf-8"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="/">לדף הבית</a></p></main></body></html>`

const failure = plainPage('משהו השתבש', 'אפשר לנסות שוב או לרענן את העמוד')
const tooOften = plainPage('עוד רגע', 'הגיעו הרבה בקשות ברצף. אפשר לרענן את העמוד בעוד כמה שניות')
