// Redirects of the link-in-bio page. The click is counted without delaying the redirect;
// bots and prefetches are redirected uncounted. The response is never cached, so that every click arrives here.
import type { Backend } from '#client/backend.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bioPath, destination, goPath, sourceOf } from '#features/bio/bio.ts'
import { viewOf } from '#platform/page-views/page-views.ts'
import { locationOf } from '#features/redirects/redirects.ts'
import { clientIpOf } from '#kernel/http/client-ip.ts'
import type { Kernel } from '#kernel/kernel.ts'

type Options = { kernel: Kernel; backend: Backend; siteUrl: string; clientIpHeader?: string | undefined }

export function mountBioClicks(app: FastifyInstance, { kernel, backend, siteUrl, clientIpHeader }: Options) {
  const ownHost = new URL(siteUrl).host

  app.get<{ Params: { id: string } }>(goPath(':id'), async (request, reply) => {
    const { id } = request.params
    const link = isId(id) ? await readLink(id) : undefined
    void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    // The link was removed after the visitor loaded the page.
    if (!link) return reply.redirect(bioPath, 302)
    if (isClick(request)) count(id, request)
    return reply.redirect(locationOf(destination(link)), 302)
  })

  /** Anonymous rights: only visible links redirect. */
  async function readLink(id: string) {
    const { data } = await backend
      .from('bio_links')
      .select('url, campaign')
      .eq('id', id)
      .eq('is_enabled', true)
      .throwOnError()
      .maybeSingle()
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
      // A lost count is acceptable; a client over the rate limit is not counted.
      .catch((error: unknown) => request.log.debug({ err: error }, 'a click on a link was not counted'))
  }

  const isClick = (request: FastifyRequest) =>
    request.method === 'GET' &&
    viewOf({ at: Date.now(), path: bioPath, query: {}, headers: request.headers, address: '', ownHost }) !== undefined
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
