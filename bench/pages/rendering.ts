// A post made anew for each request, out of rows that were read once: what the making costs, without the database and without compression.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import fastify from 'fastify'
import { openDoor } from '../../src/server/site/door.ts'
import { createSiteFacts } from '../../src/server/site/site-facts.ts'

const [siteUrl = '', anonKey = '', path = ''] = process.argv.slice(2)
const file = 'src/web/blog/post-page.tsx'
const door = await openDoor({ root: join(import.meta.dirname, '../..'), dev: false, app: fastify() })
const answers = new Map<string, Promise<{ text: string; type: string }>>()
const backend = createClient(siteUrl, anonKey, { auth: { persistSession: false }, global: { fetch: remembering } })
const facts = await createSiteFacts({ door, backend, siteUrl, loginUrl: '/auth', backendKey: anonKey }).read()
const said = { own: undefined, titlePattern: '', verification: {} }
const params = { slug: decodeURIComponent(path.split('/').at(-1)!) }
const tags = await door.tagsOf(file)
const { renderPage } = await door.open()

const server = createServer((_, response) => {
  void renderPage({ file, path, params, query: {}, facts, said, backend }, tags).then((made) => {
    // As bytes, like the site itself: node writes such a text to a socket several times slower.
    const body = Buffer.from(made && 'html' in made ? made.html : '')
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length }
    response.writeHead(body.length > 0 ? 200 : 404, headers).end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})

/** Each question goes to the installation once. */
async function remembering(input: RequestInfo | URL, init?: RequestInit) {
  const key = `${input instanceof Request ? input.url : String(input)} ${JSON.stringify(init?.body)}`
  let answer = answers.get(key)
  if (!answer) {
    answer = fetch(input, init).then(async (asked) => ({
      text: await asked.text(),
      type: asked.headers.get('content-type') ?? '',
    }))
    answers.set(key, answer)
  }
  const { text, type } = await answer
  return new Response(text, { headers: { 'content-type': type } })
}
