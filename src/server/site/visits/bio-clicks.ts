// Where the links of the page of links lead. A click is a GET: it sends on at once and is counted beside, which changes nothing of meaning;
// programs and pages fetched ahead are sent on uncounted. Each click comes here, because the answer is kept nowhere.
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bioPath, destination, goPath, sourceOf } from '#features/bio/bio.ts'
import { viewOf } from '#features/page-views/page-views.ts'
import { locationOf } from '#features/redirects/redirects.ts'
import { clientIpOf } from '#kernel/http/gateway.ts'
import type { Kernel } from '#kernel/kernel.ts'

type Options = { kernel: Kernel; backend: SupabaseClient; siteUrl: string; clientIpHeader?: string | undefined }

export function mountBioClicks(app: FastifyInstance, { kernel, backend, siteUrl, clientIpHeader }: Options) {
  const ownHost = new URL(siteUrl).host

  app.get<{ Params: { id: string } }>(goPath(':id'), async (request, reply) => {
    const { id } = request.params
    const link = isId(id) ? await readLink(id) : undefined
    void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    // A link that was taken away since the page was read: the page knows the others.
    if (!link) return reply.redirect(bioPath, 302)
    if (isClick(request)) count(id, request)
    return reply.redirect(locationOf(destination(link)), 302)
  })

  /** As a visitor reads it: only what is shown leads anywhere. */
  async function readLink(id: string) {
    const { data } = await backend
      .from('bio_links')
      .select('url, campaign')
      .eq('id', id)
      .eq('is_enabled', true)
      .throwOnError()
      .maybeSingle<{ url: string; campaign: string | null }>()
    return data ?? undefined
  }

  function count(link: string, request: FastifyRequest) {
    const source = sourceOf(request.headers.referer)
    void kernel
      .invoke(
        'count-bio-click',
        { link, source },
        { caller: { claims: { role: 'anon' } }, ip: clientIpOf(request, clientIpHeader) },
      )
      // One click more or less is nobody's loss; whoever clicks too often is only not counted.
      .catch((error: unknown) => request.log.debug({ err: error }, 'a click on a link was not counted'))
  }

  const isClick = (request: FastifyRequest) =>
    request.method === 'GET' &&
    viewOf({ at: Date.now(), path: bioPath, query: {}, headers: request.headers, address: '', ownHost }) !== undefined
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
