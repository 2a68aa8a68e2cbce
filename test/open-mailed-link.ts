import type { FastifyInstance } from 'fastify'

/** Opens a mailed link without an API key and submits the form of its page. Returns the redirect's URL. */
export async function openMailedLink(app: FastifyInstance, link: URL): Promise<URL> {
  const page = await app.inject({ method: 'GET', url: link.pathname + link.search })
  if (page.statusCode !== 200) return new URL(page.headers.location!)
  const values = [...page.body.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    value!.replaceAll('&amp;', '&'),
  ])
  const answer = await app.inject({
    method: 'POST',
    url: link.pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(values).toString(),
  })
  return new URL(answer.headers.location!)
}

export const fragmentOf = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
