// Plain HTML forms: passes the input to the form's function, then redirects or renders the page with errors.
import type { IncomingMessage } from 'node:http'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitBufferedBodies } from '#kernel/http/buffered-bodies.ts'
import { clientIpOf } from '#kernel/http/client-ip.ts'
import type { Kernel } from '#kernel/kernel.ts'
import {
  type FormBody,
  type FormPost,
  formProblems,
  type FormState,
  minOpenMs,
  openedName,
  textOf,
  textsOf,
  honeypotName,
} from '#lib/forms/form-post.ts'
import { readCookie, setCookie } from '../cookies.ts'
import type { PageResponder } from '../pages/page-responder.ts'
import { readFormWithFile } from './form-with-file.ts'

// Ten times the size of the longest percent-encoded Hebrew form.
const bodyLimit = 256 * 1024
/** Timeouts in seconds for receiving a form, and one with a photo over a slow connection. */
export const formArrivalSeconds = { plain: 20, withFile: 120 }

type Options = {
  forms: readonly FormPost[]
  kernel: Kernel
  responder: PageResponder
  siteUrl: string
  clientIpHeader?: string | undefined
  arrivalSeconds?: typeof formArrivalSeconds
}

/** Mounts the route of every form. */
export async function mountForms(app: FastifyInstance, { forms, ...options }: Options) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(formbody, { bodyLimit })
    for (const form of forms) await scope.register(async (own) => mountForm(own, form, options))
  })
}

function mountForm(app: FastifyInstance, form: FormPost, options: Omit<Options, 'forms'>) {
  const { kernel, responder, siteUrl, clientIpHeader, arrivalSeconds = formArrivalSeconds } = options
  const problems: Record<string, string | undefined> = { ...formProblems, ...form.problems }

  const again = (request: FastifyRequest, reply: FastifyReply, status: number, state: Partial<FormState<object>>) =>
    responder.form(request, reply, { file: form.page, status, form: { values: {}, errors: {}, ...state } })

  async function handlePost(request: FastifyRequest, reply: FastifyReply) {
    const posted = Object(request.body) as FormBody
    const body = form.cookie ? { ...posted, [form.cookie.field]: readCookie(request, form.cookie.name) } : posted
    const values = form.values ? form.values(body) : textsOf(body, form.fields)
    // A false positive still gets an explanation, and all input is preserved.
    if (isLikelyBot(body)) return again(request, reply, 422, { values, problem: problems['suspicious']! })
    const wrong = form.check?.(values) ?? {}
    if (Object.keys(wrong).length > 0) return again(request, reply, 422, { values, errors: wrong })
    if (form.isComplete?.(values) === false) return again(request, reply, 200, { values })
    const params = request.params as Record<string, string>
    const sourceUrl = sourceOf(request, siteUrl)
    const input = form.input ? form.input(values, { body, params, sourceUrl }) : { ...values, sourceUrl }
    try {
      const answer = await outputOf(
        await kernel.invoke(form.run, input, {
          caller: { claims: { role: 'anon' } },
          ip: clientIpOf(request, clientIpHeader),
          ...(request.headers['user-agent'] && { userAgent: request.headers['user-agent'] }),
        }),
      )
      const { name = '', store } = form.cookie ?? {}
      const value = store?.valueOf(answer)
      if (store && value !== undefined) {
        const path = typeof store.path === 'string' ? store.path : store.path(params)
        setCookie(reply, { path, maxAgeSeconds: store.maxAgeSeconds, name, value, siteUrl })
      }
      const shown = form.shown?.(answer, values)
      if (shown) return await again(request, reply, 200, { values: shown })
      return await reply.redirect(form.sent(answer, values, params), 303)
    } catch (error) {
      const { status = 500, code = '', fields = {} } = error as Partial<RefusalResponse>
      if (status >= 500) request.log.error({ err: error }, 'a plain form was not taken')
      const errors = {
        ...Object.fromEntries(form.fields.flatMap((name) => (fields[name] ? [[name, fields[name]]] : []))),
        ...form.errors?.(fields, values),
      }
      const isMendable = Object.keys(errors).length > 0
      return again(request, reply, status, {
        values,
        errors,
        ...(!isMendable && { problem: problems[code] ?? problems['failed']!, code }),
      })
    }
  }

  const { maxFileBytes } = form
  limitBufferedBodies(app, maxFileBytes === undefined ? arrivalSeconds.plain : arrivalSeconds.withFile)
  if (maxFileBytes !== undefined)
    app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, payload: IncomingMessage) =>
      readFormWithFile(request.headers['content-type']!, payload, { maxFileBytes, maxFieldBytes: bodyLimit }),
    )
  app.post(form.path, { bodyLimit }, handlePost)

  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const { statusCode = 500 } = error
    if (statusCode === 413) return again(request, reply, statusCode, { problem: problems['too_long']! })
    if (statusCode === 415 || statusCode === 400 || statusCode === 408)
      return again(request, reply, statusCode, { problem: problems['unreadable']! })
    request.log.error({ err: error }, 'a plain form failed')
    return responder.failed(reply)
  })
}

/** The output of a function, or the body of an endpoint's response. Throws a refusal that an endpoint sent. */
async function outputOf(answer: unknown): Promise<unknown> {
  if (!(answer instanceof Response)) return answer
  const body: unknown = await answer.json()
  if (answer.ok) return body
  throw Object.assign(new Error('The endpoint refused'), body, { status: answer.status })
}

type RefusalResponse = { status: number; code: string; fields: Record<string, string> }

/** The honeypot is filled, or the form was submitted too fast. Without JavaScript the time is unknown and not checked. */
function isLikelyBot(body: FormBody) {
  const openMs = textOf(body, openedName)
  return Boolean(body[honeypotName]) || (/^\d+$/.test(openMs) && Number(openMs) < minOpenMs)
}

/** The referring page, if it belongs to this site. */
function sourceOf(request: FastifyRequest, siteUrl: string) {
  const from = request.headers.referer
  return from?.startsWith(`${siteUrl}/`) ? from : siteUrl + request.url
}
