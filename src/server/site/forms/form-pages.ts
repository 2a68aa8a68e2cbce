// The page of a form, rendered per request, because each submission has its own key. A correct password sets a cookie
// with a key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formPath } from '#features/forms/form-paths.ts'
import { accessCookie } from '#features/forms/public/form-posts.ts'
import { readCookie } from '../cookies.ts'
import type { SiteParts } from '../site.ts'

export function mountFormPages(app: FastifyInstance, { responder }: Pick<SiteParts, 'responder'>) {
  const show = (request: FastifyRequest, reply: FastifyReply, referrer: string) =>
    responder.form(request, reply, {
      file: 'src/web/forms/form-page.tsx',
      status: 200,
      form: { values: { access: readCookie(request, accessCookie.name) }, errors: {} },
      query: queryOf(request),
      headers: { 'referrer-policy': referrer },
    })
  app.get('/form/:formId', (request, reply) => show(request, reply, 'same-origin'))
  // The URL grants access to a submission, so it is not sent as a referrer.
  app.get('/form/:formId/continue/:token', (request, reply) => show(request, reply, 'no-referrer'))
  // The URL to which a refused password was posted, opened by GET.
  app.get<{ Params: { formId: string } }>('/form/:formId/password', ({ params }, reply) =>
    reply.redirect(formPath(encodeURIComponent(params.formId)), 302),
  )
}

/** Repeated parameters: the first one counts. */
const queryOf = ({ query }: FastifyRequest) =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => [name, String([value].flat()[0])]),
  )
