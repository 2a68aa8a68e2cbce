// Pages opened from mailed links. Their URLs are secrets: pages are rendered per request, not cached, not counted,
// and send no referrer. A GET changes nothing.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '#kernel/kernel.ts'
import { isLinkToken } from '#lib/link-token.ts'
import { routes } from '#web/routes.ts'
import { readCookie } from '../cookies.ts'
import type { PageResponder } from '../pages/page-responder.ts'

type Options = { kernel: Kernel; responder: PageResponder }

const headers = { 'referrer-policy': 'no-referrer' }

/** Mounts the pages with a token in their path, the thank-you pages, and the one-click unsubscribe endpoint. */
export function mountMailedPages(app: FastifyInstance, { kernel, responder }: Options) {
  const answer = async (request: FastifyRequest, reply: FastifyReply, file: string, ownCookie?: string) => {
    const form = ownCookie ? await typedIn(request, ownCookie) : {}
    return responder.form(request, reply, { file, status: 200, form, query: queryOf(request), headers })
  }
  for (const route of routes)
    // Launches and forms read cookies, and mount their pages themselves.
    if (route.shell === 'personal' && route.path.endsWith('/:token') && !/^\/(plf|form)\//.test(route.path))
      app.get(route.path, (request, reply) => answer(request, reply, route.file))
    // The key is in the query. Without it the page redirects to the form.
    else if (route.shell === 'personal' && route.path.endsWith('/thank-you'))
      app.get<{ Params: Record<string, string> }>(route.path, (request, reply) =>
        queryOf(request)['r']
          ? answer(request, reply, route.file, route.ownCookie)
          : reply.headers(headers).redirect(request.url.replace(/\/thank-you.*$/s, ''), 302),
      )

  // RFC 8058: one-click unsubscribe, posted by mail clients in any content type. The response is not a page.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: 4096 }, (_request, payload, done) => {
      payload.resume()
      payload.on('end', () => done(null))
      payload.on('error', done)
    })
    scope.post('/newsletter/one-click/:token', (request, reply) => unsubscribe(request, reply))
    // A GET, by a user or a scanner, redirects to the page with the button.
    scope.get('/newsletter/one-click/:token', (request, reply) =>
      reply.headers(headers).redirect(`/newsletter/preferences/${encodeURIComponent(tokenOf(request))}`, 303),
    )
  })

  /** Shows the whole e-mail address to the browser in which it was entered: its cookie contains the key of the page. */
  async function typedIn(request: FastifyRequest, ownCookie: string): Promise<{ typed?: string }> {
    const token = queryOf(request)['r']
    if (!token || !isLinkToken(token) || readCookie(request, ownCookie) !== token) return {}
    const caller = { claims: { role: 'service_role' } }
    const { email } = (await kernel.invoke('typed-webinar-address', { token }, { caller })) as { email: string | null }
    return email === null ? {} : { typed: email }
  }

  async function unsubscribe(request: FastifyRequest, reply: FastifyReply) {
    try {
      // Without an IP, so not rate-limited: one mail provider posts for many recipients, and an unsubscribe must not fail.
      await kernel.invoke('unsubscribe', { token: tokenOf(request) }, { caller: { claims: { role: 'anon' } } })
      return await reply.code(200).type('text/plain; charset=utf-8').send('הוסרתם מרשימת התפוצה')
    } catch (error) {
      const { status = 500, message } = error as { status?: number; message: string }
      if (status >= 500) throw error
      return reply.code(status).type('text/plain; charset=utf-8').send(message)
    }
  }
}

/** Repeated parameters: the first one counts. */
const queryOf = ({ query }: FastifyRequest) =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => [name, String([value].flat()[0])]),
  )

const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token
