// The pages that a mailed link opens. Their addresses are secrets: a page is made for each visit, kept nowhere, counted nowhere, and hands
// its address on to nobody. Opening one changes nothing.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '#kernel/kernel.ts'
import { routes } from '#web/routes.ts'
import type { PageResponder } from '../pages/page-responder.ts'

type Options = { kernel: Kernel; responder: PageResponder }

const headers = { 'referrer-policy': 'no-referrer' }

/** Mounts the personal pages whose address carries the token of a link, and the address that mail programs call. */
export function mountMailedPages(app: FastifyInstance, { kernel, responder }: Options) {
  for (const route of routes)
    if (route.shell === 'personal' && route.path.endsWith('/:token'))
      app.get(route.path, (request, reply) =>
        responder.form(request, reply, { file: route.file, status: 200, form: {}, query: queryOf(request), headers }),
      )

  // RFC 8058: whoever presses "unsubscribe" in their mail program sends this, in whatever shape the program likes. It wants no page.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: 4096 }, (_request, payload, done) => {
      payload.resume()
      payload.on('end', () => done(null))
      payload.on('error', done)
    })
    scope.post('/newsletter/one-click/:token', (request, reply) => unsubscribe(request, reply))
    // Whoever opens it as a page, by hand or as a scanner, is shown where the button is.
    scope.get('/newsletter/one-click/:token', (request, reply) =>
      reply.headers(headers).redirect(`/newsletter/preferences/${encodeURIComponent(tokenOf(request))}`, 303),
    )
  })

  async function unsubscribe(request: FastifyRequest, reply: FastifyReply) {
    try {
      // Without an address, so uncounted: the servers of a mail program call for very many readers, and a refusal must never fail.
      await kernel.invoke('unsubscribe', { token: tokenOf(request) }, { caller: { claims: { role: 'anon' } } })
      return await reply.code(200).type('text/plain; charset=utf-8').send('הוסרתם מרשימת התפוצה')
    } catch (error) {
      const { status = 500, message } = error as { status?: number; message: string }
      if (status >= 500) throw error
      return reply.code(status).type('text/plain; charset=utf-8').send(message)
    }
  }
}

/** A name that comes twice counts as its first. */
const queryOf = ({ query }: FastifyRequest) =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => [name, String([value].flat()[0])]),
  )

const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token
