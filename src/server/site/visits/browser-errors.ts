// Where browsers tell what went wrong in them, so that a reference somebody reads out to us can be found in the log.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { clientIpOf } from '#kernel/http/gateway.ts'
import { rateLimitKey, createRateLimit } from '#kernel/http/rate-limit.ts'
import { categories } from '#lib/errors/categories.ts'
import { redactPersonalData } from '#lib/errors/redact-personal-data.ts'

const text = (length: number) => z.string().max(length).transform(redactPersonalData)

// The browser has taken out what belongs to a person; whoever writes to this address by hand has not.
const Report = z.object({
  reference: z.string().regex(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/),
  category: z.enum(categories),
  name: text(100),
  message: text(500),
  stack: z
    .string()
    .max(2000)
    .regex(/^[\w./: -]*$/),
  path: text(300),
})

const bodyLimit = 8 * 1024

type Options = { clientIpHeader?: string | undefined; log: { warn(about: object, message: string): void } }

/** `POST /browser-errors`. Always answers 204: a page that is in trouble must not be given more of it. */
export async function mountBrowserErrors(app: FastifyInstance, { clientIpHeader, log }: Options) {
  // As many as one browser may tell in a minute, and as many as the log bears from all of them.
  const perClient = createRateLimit({ burst: 20, refillMs: 60_000 })
  const overall = createRateLimit({ burst: 200, refillMs: 60_000 })

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // A beacon comes as text, whatever it carries.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((_error, _request, reply) => reply.code(204).send())
    scope.post('/browser-errors', { bodyLimit }, async (request, reply) => {
      const client = rateLimitKey(clientIpOf(request, clientIpHeader), clientIpHeader !== undefined)
      if ((client === undefined || perClient.take(client)) && overall.take('all')) {
        const report = Report.safeParse(JSON.parse(String(request.body)))
        if (report.success) log.warn({ browser: report.data }, 'an error in a browser')
      }
      return reply.code(204).send()
    })
  })
}
