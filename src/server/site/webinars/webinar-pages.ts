// Pages that require the key of a registration, rendered per request: the room, the replay and the invitation; and the calendar file.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readTemplatePreview, readVisit } from '#features/webinars/public/public-webinars.data.ts'
import { webinarCookie } from '#features/webinars/webinar-cookie.ts'
import { webinarEntry } from '#features/webinars/webinar-entry.ts'
import { roomPath } from '#features/webinars/webinars.ts'
import { calendarFile } from '#lib/time/calendar-file.ts'
import { clientIpOf } from '#kernel/http/client-ip.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { recordingPath } from '#features/webinars/own-recording.ts'
import { readCookie } from '../cookies.ts'
import type { SiteParts } from '../site.ts'

const headers = { 'referrer-policy': 'strict-origin' }
const pages = {
  '/webinar/:id/live': 'src/web/webinars/room-page.tsx',
  '/webinar/:id/replay': 'src/web/webinars/room-page.tsx',
  '/webinar/watch/:webinarId': 'src/web/webinars/room-page.tsx',
  '/webinar-invite': 'src/web/webinars/invite-page.tsx',
} as const

/** The preview of a template by its key. Without a key it redirects to the template screen, which requires sign-in. */
function mountTemplatePreview(app: FastifyInstance, { backend, responder }: SiteParts) {
  app.get('/template-preview/:templateId', async (request, reply) => {
    const query = queryOf(request)
    const { templateId } = request.params as { templateId: string }
    if (query['r'] === undefined)
      return reply.redirect(`/admin/webinar-templates/${encodeURIComponent(templateId)}`, 302)
    const isOpen = (await readTemplatePreview(backend, templateId, query['r'])) !== undefined
    return responder.form(request, reply, {
      file: 'src/web/webinars/template-preview-page.tsx',
      status: isOpen ? 200 : 410,
      form: {},
      query,
      headers,
    })
  })
}

type Options = SiteParts & { kernel: Kernel; clientIpHeader?: string | undefined }

/** Redirects to the recording's uploaded video in storage, which handles range requests. */
function mountRecording(app: FastifyInstance, { kernel, responder, clientIpHeader }: Options) {
  app.get<{ Params: { id: string } }>(recordingPath(':id'), async (request, reply) => {
    const { id } = request.params
    const token = queryOf(request)['r']
    try {
      const opened = await kernel.invoke(
        'open-webinar-recording',
        { token, file: id },
        { caller: { claims: { role: 'anon' } }, ip: clientIpOf(request, clientIpHeader) },
      )
      const { address } = opened as { address: string }
      return await reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(address, 302)
    } catch (error) {
      if (Number((error as { status?: number }).status ?? 500) >= 500) throw error
      return responder.notFound(request, reply)
    }
  })
}

export function mountWebinarPages(app: FastifyInstance, parts: Options) {
  const { backend, responder, siteUrl } = parts
  mountTemplatePreview(app, parts)
  mountRecording(app, parts)
  for (const [path, file] of Object.entries(pages))
    app.get(path, (request, reply) =>
      responder.form(request, reply, { file, status: 200, form: {}, query: withOwnKey(request), headers }),
    )

  app.get('/webinar/:id/calendar.ics', async (request, reply) => {
    const token = queryOf(request)['r'] ?? ''
    const visit = await readVisit(backend, token)
    if (!visit?.starts_at || !visit.ends_at) return responder.notFound(request, reply)
    const entry = webinarEntry({
      registrationId: visit.registration_id,
      sequence: visit.ical_sequence,
      slug: visit.slug,
      title: visit.title,
      startsAt: visit.starts_at,
      endsAt: visit.ends_at,
      isCancelled: visit.state === 'cancelled' || visit.state === 'left',
      link: `${siteUrl}${roomPath(visit.slug, token)}`,
      siteUrl,
    })
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="webinar.ics"',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .send(calendarFile(entry))
  })
}

/** The key in the URL, or else in the cookie of the browser that registered. */
function withOwnKey(request: FastifyRequest) {
  const query = queryOf(request)
  const own = readCookie(request, webinarCookie)
  return own && query['r'] === undefined ? { ...query, r: own } : query
}

/** Repeated parameters: the first one counts. */
const queryOf = ({ query }: FastifyRequest) =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => [name, String([value].flat()[0])]),
  )
