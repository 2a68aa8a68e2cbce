// Handles URLs without a page: canonical spelling, the owner's redirect, or a log entry.
import type { FastifyRequest } from 'fastify'
import { type RedirectTarget, missingPath, refererOf } from '#features/redirects/redirects.ts'
import type { createRedirectCounters } from '#features/redirects/redirects.server.ts'
import { sitePath } from '#features/seo/seo.ts'
import { isLinkCheck } from './link-check-agent.ts'
import { ruleOf } from './redirect-rule.ts'
import type { SeoOverrides } from './seo-overrides.ts'

type Options = { words: SeoOverrides; counters: ReturnType<typeof createRedirectCounters>; siteUrl: string }

/** The redirect for a request; undefined if there is none. */
export const redirectResolver =
  ({ words, counters, siteUrl }: Options) =>
  async ({ method, url, headers }: FastifyRequest): Promise<RedirectTarget | undefined> => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const path = sitePath(url)
    const found = await ruleOf(url, { readRedirects: async () => (await words.read()).redirects, siteUrl })
    if (found?.target) {
      if (found.rule === 'redirect' && !isLinkCheck(headers)) counters.followed(path)
      return found.target
    }
    // Only navigations: images, scripts and API calls are not logged.
    const missing = headers.accept?.includes('text/html') ? missingPath(path) : undefined
    if (missing) counters.missed(missing, refererOf(headers.referer, siteUrl))
    return undefined
  }
