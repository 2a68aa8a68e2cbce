// Finds paths of posts, webinars, forms and other pages with a slug that have no page, by requesting them from this
// server.
import type { FastifyInstance } from 'fastify'
import { linkTo, sitePath } from '#features/seo/seo.ts'
import { matchSharedRoute } from '../match-route.ts'
import { requestAsLinkCheck } from './link-check-agent.ts'

/**
 * Returns the given paths without a page. Paths of personal pages are not requested: a request may consume their
 * tokens.
 */
export async function missingTargets(app: FastifyInstance, paths: readonly string[]): Promise<string[]> {
  const missing: string[] = []
  for (const path of new Set(paths)) {
    const target = sitePath(path).toWellFormed()
    if (!matchSharedRoute(target)?.route.path.includes(':')) continue
    const { statusCode } = await requestAsLinkCheck(app, linkTo(target))
    if (statusCode === 404 || statusCode === 410) missing.push(path)
  }
  return missing
}
