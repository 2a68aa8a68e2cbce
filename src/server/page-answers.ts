// How a page of the site is answered: from memory when it is the same for everybody, made for the moment when it is not.
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SiteFacts } from '#web/pages.ts'
import { notFoundPage } from '#web/routes.ts'
import type { Door } from './door.ts'
import { createPageCache, finish, type FinishedPage, type Rendered } from './page-cache.ts'
import { pageHeaders } from './page-headers.ts'
import { sendFinished } from './send-finished.ts'

type Options = { door: Door; readFacts: () => Promise<SiteFacts>; backend: SupabaseClient; siteUrl: string }
type Asked = {
  file: string
  path: string
  params?: Record<string, string>
  query?: Record<string, string>
  form?: unknown
}

export type PageAnswers = ReturnType<typeof createPageAnswers>

export function createPageAnswers({ door, readFacts, backend, siteUrl }: Options) {
  const cache = createPageCache()
  const headers = pageHeaders({ dev: door.dev, siteUrl })

  async function render({ file, path, params = {}, query = {}, form }: Asked): Promise<Rendered> {
    const { renderPage } = await door.open()
    const [facts, tags] = await Promise.all([readFacts(), door.tagsOf(file)])
    const request = { file, path, params, query, facts, backend, ...(form !== undefined && { form }) }
    const html = await renderPage(request, tags)
    if (html !== undefined) return { status: 200, html: await door.finish(path, html) }
    return renderNotFound()
  }

  async function renderNotFound(): Promise<Rendered> {
    const { html } = await render({ file: notFoundPage, path: '/404' })
    return { status: 404, html }
  }

  const send = (request: FastifyRequest, reply: FastifyReply, page: FinishedPage, status = page.status) =>
    sendFinished(request, reply.code(status).headers(headers), page)

  /** The finished page under a key, from memory unless we are developing. */
  const held = (key: string, make: () => Promise<Rendered>) =>
    door.dev ? make().then((page) => finish(page, 4)) : cache.get(key, make)

  return {
    /** Answers a page; `reads` names the query parameters that make it another page for this visitor. */
    async page(request: FastifyRequest, reply: FastifyReply, file: string, reads: readonly string[]) {
      const query = request.query as Record<string, string>
      const path = pathOf(request)
      const asked = { file, path, params: request.params as Record<string, string> }
      if (!reads.some((name) => name in query)) return send(request, reply, await held(path, () => render(asked)))
      const read = Object.fromEntries(reads.flatMap((name) => (name in query ? [[name, String(query[name])]] : [])))
      const page = await finish(await render({ ...asked, query: read }), 4)
      return send(request, reply.header('x-robots-tag', 'noindex'), page)
    },

    /** Answers a page with what was typed into its form, and a status that says why it came back. */
    async form(request: FastifyRequest, reply: FastifyReply, file: string, status: number, form: object) {
      return send(request, reply, await finish(await render({ file, path: pathOf(request), form }), 4), status)
    },

    async notFound(request: FastifyRequest, reply: FastifyReply) {
      return send(request, reply, await held('404', renderNotFound))
    },

    /** Answers HTML that is the same for everybody but is no page of the site: the signed-in app. */
    async shell(request: FastifyRequest, reply: FastifyReply, make: () => Promise<string>) {
      return send(request, reply, await held('app', async () => ({ status: 200, html: await make() })))
    },

    /** Something broke: said without React, which may be what broke. */
    failed: (reply: FastifyReply) => reply.code(500).headers(headers).send(failure),
    forget: () => cache.clear(),
  }
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0]!

const failure = `<!doctype html><html lang="he" dir="rtl"><head><meta charset="utf-8"><title>משהו השתבש</title></head>
<body><main><h1>משהו השתבש</h1><p>אפשר לנסות שוב או לרענן את העמוד</p><p><a href="/">לדף הבית</a></p></main></body></html>`
