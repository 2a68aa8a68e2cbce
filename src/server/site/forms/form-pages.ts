// The page of a form: rendered per request, because each filling has a key of its own.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SiteParts } from '../site.ts'

export function mountFormPages(app: FastifyInstance, { responder }: Pick<SiteParts, 'responder'>) {
  app.get('/form/:formId', (request, reply) =>
    responder.form(request, reply, {
      file: 'src/web/forms/form-page.tsx',
      status: 200,
      form: {},
      query: queryOf(request),
      headers: { 'referrer-policy': 'same-origin' },
    }),
  )
}

/** Repeated parameters: the first one counts. */
const queryOf = ({ query }: FastifyRequest) =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => [name, String([value].flat()[0])]),
  )
