// Collects error reports from browsers into the log, where support finds them by reference.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { clientIpOf } from '#kernel/http/client-ip.ts'
import { rateLimitKey, createRateLimit } from '#kernel/http/rate-limit.ts'
import { categories } from '#lib/errors/categories.ts'
import { redactPersonalData } from '#lib/errors/redact-personal-data.ts'

const text = (length: number) => z.string().max(length).transform(redactPersonalData)

// The client redacts personal data too, but reports can be forged.
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

/** `POST /browser-errors`. Always 204: an error response would only add to the page's errors. */
export async function mountBrowserErrors(app: FastifyInstance, { clientIpHeader, log }: Options) {
  // Per client and for the whole process.
  const perClient = createRateLimit({ burst: 20, refillMs: 60_000 })
  const overall = createRateLimit({ burst: 200, refillMs: 60_000 })

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // navigator.sendBeacon sends text/plain.
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
