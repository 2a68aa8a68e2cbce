// The contact form as plain HTML: what a browser without our script sends, answered with a page.
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorsOf, type FormState, trapName, valuesOf, words } from '#features/leads/contact-form.ts'
import { type ContactAsked, refusals } from '#features/leads/leads.ts'
import { clientIpOf } from '#kernel/http/gateway.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { PageAnswers } from './page-answers.ts'

// The longest message in Hebrew, percent-encoded, is a tenth of this.
const bodyLimit = 256 * 1024
const file = 'src/features/leads/contact-page.tsx'

type Options = { kernel: Kernel; answers: PageAnswers; siteUrl: string; clientIpHeader?: string | undefined }

export async function mountContactPost(app: FastifyInstance, { kernel, answers, siteUrl, clientIpHeader }: Options) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(formbody, { bodyLimit })
    const again = (request: FastifyRequest, reply: FastifyReply, status: number, state: Partial<FormState>) =>
      answers.form(request, reply, { file, status, form: { values: {}, errors: {}, ...state } })

    scope.post('/contact', { bodyLimit }, async (request, reply) => {
      const body = Object(request.body) as Record<string, unknown>
      const values = valuesOf((name) => body[name])
      // A person whose browser fell into the trap still reads what to do, with everything they typed.
      if (body[trapName]) return again(request, reply, 422, { values, problem: words.suspicious })
      const { consentTextId, privacyTextId } = body
      const input = { ...values, consentTextId, privacyTextId, sourceUrl: sourceOf(request, siteUrl) }
      try {
        const asked = (await kernel.invoke('ask-for-contact', input, {
          caller: { claims: { role: 'anon' } },
          ip: clientIpOf(request, clientIpHeader),
          ...(request.headers['user-agent'] && { userAgent: request.headers['user-agent'] }),
        })) as ContactAsked
        return await reply.redirect(`/contact?ticket=${asked.ticketNumber}#sent`, 303)
      } catch (error) {
        const { status = 500, fields = {} } = error as { status?: number; fields?: Record<string, string> }
        if (status >= 500) request.log.error({ err: error }, 'a request by plain form was not taken')
        const errors = errorsOf(fields)
        const problem =
          Object.keys(errors).length > 0 ? {} : { problem: status === 429 ? refusals.too_many_requests : words.failed }
        return again(request, reply, status, { values, errors, ...problem })
      }
    })

    scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
      if (error.statusCode === 413) return again(request, reply, 413, { problem: words.tooLong })
      if (error.statusCode === 415 || error.statusCode === 400)
        return again(request, reply, error.statusCode, { problem: words.wrongKind })
      request.log.error({ err: error }, 'the contact form failed')
      return answers.failed(reply)
    })
  })
}

/** The page the form was opened from, when it is one of ours. */
function sourceOf(request: FastifyRequest, siteUrl: string) {
  const from = request.headers.referer
  return from?.startsWith(`${siteUrl}/`) ? from : `${siteUrl}/contact`
}
