// Renders one post for each request from rows read once: the cost of rendering without database and compression.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import fastify from 'fastify'
import { openRenderer } from '../../src/server/site/renderer.ts'
import { createSiteFacts } from '../../src/server/site/site-facts.ts'

const [siteUrl = '', anonKey = '', path = ''] = process.argv.slice(2)
const file = 'src/web/blog/post-page.tsx'
const renderer = await openRenderer({ root: join(import.meta.dirname, '../..'), dev: false, app: fastify() })
const backend = createClient(siteUrl, anonKey, { auth: { persistSession: false } })
const readRedirects = () => Promise.resolve(new Map<string, { to: string }>())
const facts = await createSiteFacts({ renderer, backend, siteUrl, backendKey: anonKey, readRedirects }).read()
const seo = { own: undefined, titlePattern: '', verification: {}, notCanonical: [] }
const params = { slug: decodeURIComponent(path.split('/').at(-1)!) }
const tags = await renderer.tagsOf(file)
const { loadPage, renderLoadedPage } = await renderer.open()
const request = { file, path, params, query: {}, facts, seo, backend }
const opened = await loadPage(request)
if (!opened || 'movedTo' in opened) throw new Error(`No page at ${path}`)

const server = createServer((_, response) => {
  const { html: body } = renderLoadedPage(opened, request, tags)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length }).end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
