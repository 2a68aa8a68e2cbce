// Follows an address as a browser would, and names the rule of every hop.
import type { FastifyInstance } from 'fastify'
import { maxHops, type RedirectTrace } from '#features/redirects/redirect-trace.ts'
import { locationOf, type RedirectTarget } from '#features/redirects/redirects.ts'
import { requestAsLinkCheck } from './link-check-agent.ts'
import { readableAddress } from './readable-address.ts'
import { isOfSite, ruleOf } from './redirect-rule.ts'

type Options = {
  app: FastifyInstance
  readRedirects: () => Promise<ReadonlyMap<string, RedirectTarget>>
  siteUrl: string
}
type Step = RedirectTrace['steps'][number]
type End = RedirectTrace['end']

/** `address` is a path of the site. Each hop is the server's own response, so the trace cannot differ from it. */
export async function followAddress(address: string, options: Options): Promise<RedirectTrace> {
  const steps: Step[] = []
  const been = new Set<string>()
  let here = locationOf(address)
  const ending = (kind: End['kind']): RedirectTrace => ({ steps, end: { kind, address: readableAddress(here) } })
  while (steps.length < maxHops) {
    been.add(here)
    const { statusCode, headers } = await requestAsLinkCheck(options.app, here)
    if (statusCode < 300 || statusCode >= 400 || !headers.location) {
      if (statusCode !== 404 && statusCode !== 410) return ending(statusCode < 400 ? 'page' : 'failed')
      return ending((await ruleOf(here, options))?.rule === 'loop' ? 'loop' : 'missing')
    }
    const to = String(headers.location)
    steps.push({
      from: readableAddress(here),
      to: readableAddress(to),
      code: statusCode,
      rule: await ruleOfHop(here, to, options),
    })
    if (!isOfSite(to, options.siteUrl)) return { steps, end: { kind: 'elsewhere', address: readableAddress(to) } }
    here = pathAndQuery(to, options.siteUrl)
    if (been.has(here)) return ending('loop')
  }
  return ending('too_long')
}

/** As in the server, a page's own redirect has precedence: the rule is named only if the response has its target. */
async function ruleOfHop(here: string, to: string, options: Options): Promise<Step['rule']> {
  const found = await ruleOf(here, options)
  if (!found?.target) return 'moved'
  const target = locationOf(found.target.to)
  return to === target || to.startsWith(`${target}?`) ? found.rule : 'moved'
}

function pathAndQuery(to: string, siteUrl: string) {
  const { pathname, search } = new URL(to, siteUrl)
  return pathname + search
}
