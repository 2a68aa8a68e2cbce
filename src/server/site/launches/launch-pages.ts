// The pages of launches, rendered per request: they show the contents that are currently open for the browser's cookie. A mailed link sets
// the cookie; its GET changes no row.
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { partsOf } from '#features/launches/access.server.ts'
import { launchCookie } from '#features/launches/launch-posts.ts'
import { watchPath } from '#features/launches/launches.ts'
import type { ResolvedLink } from '#features/launches/links.server.ts'
import { clientIpOf } from '#kernel/http/client-ip.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { PageResponder } from '../pages/page-responder.ts'
import { readCookie, setCookie } from '../cookies.ts'

type Options = { kernel: Kernel; responder: PageResponder; siteUrl: string; clientIpHeader?: string | undefined }
type Params = { launchId: string; token: string }

const headers = { 'referrer-policy': 'same-origin' }
const cookieDays = 60
/** The section of the page that a mailed link opens. */
const places = ['offer', 'leave', 'wait'] as const

export function mountLaunchPages(app: FastifyInstance, { kernel, responder, siteUrl, clientIpHeader }: Options) {
  const show = (request: FastifyRequest, reply: FastifyReply, name: string, form: object, status = 200) =>
    responder.form(request, reply, {
      file: `src/web/launches/${name}-page.tsx`,
      status,
      form,
      query: queryOf(request),
      headers,
    })
  const shown = (name: string) => (request: FastifyRequest, reply: FastifyReply) =>
    show(request, reply, name, { values: { cookie: readCookie(request, launchCookie.name) }, errors: {} })

  app.get('/plf/:launchId/landing', shown('landing'))
  app.get('/plf/:launchId/watch/:participantId', shown('watch'))
  app.get<{ Params: Params }>('/plf/:launchId/t/:token', async (request, reply) => {
    const { launchId, token } = request.params
    const resolved = await resolve(request, launchId, token)
    if (!resolved) return responder.notFound(request, reply)
    if (resolved.state !== 'ok' || resolved.participant === null)
      return show(request, reply, 'link', { linkState: resolved.state }, resolved.state === 'unknown' ? 404 : 410)
    const { c, to } = queryOf(request)
    const place = places.find((one) => one === to)
    const content = c && /^[\w-]{1,40}$/.test(c) ? `?c=${c}` : ''
    setCookie(reply, {
      name: launchCookie.name,
      value: valueFor(request, token),
      path: `/plf/${launchId}`,
      maxAgeSeconds: cookieDays * 86_400,
      siteUrl,
    })
    return reply
      .headers({ ...headers, 'cache-control': 'no-store' })
      .redirect(`${watchPath(launchId, resolved.participant)}${content}${place ? `#${place}` : ''}`, 303)
  })

  async function resolve(request: FastifyRequest, launch: string, token: string): Promise<ResolvedLink | undefined> {
    try {
      return (await kernel.invoke(
        'resolve-launch-link',
        { launch, token },
        { caller: { claims: { role: 'anon' } }, ip: clientIpOf(request, clientIpHeader) },
      )) as ResolvedLink
    } catch (error) {
      const { status = 500 } = error as { status?: number }
      if (status === 422 || status === 400) return undefined
      throw error
    }
  }

  /** The device id is reused for each further link that this browser opens. */
  function valueFor(request: FastifyRequest, token: string) {
    const known = partsOf(readCookie(request, launchCookie.name))
    const device = known?.device ?? randomBytes(16).toString('base64url')
    return `${token}.${device}`
  }
}

/** Repeated parameters: the first one counts. */
const queryOf = ({ query }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => [name, String([value].flat()[0])]),
  )
