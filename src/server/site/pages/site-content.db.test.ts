import { expect, test } from 'vitest'
import { testSite } from '../../../../test/site-app.ts'

const { app, db, anonKey, tokens } = await testSite()

const [writer] = await db.sql<{ id: string }>(`select user_id as id from user_roles where role = 'content'`)
const [client] = await db.sql<{ id: string }>(`select user_id as id from user_roles where role = 'client'`)
const tokenOf = (sub: string) => tokens.sign({ sub, role: 'authenticated', aud: 'authenticated' }, 600)

async function call(name: string, payload: object, userId = writer!.id) {
  const headers = { apikey: anonKey, authorization: `Bearer ${await tokenOf(userId)}` }
  return app.inject({ method: 'POST', url: `/functions/v1/${name}`, headers, payload })
}

const read = async () => {
  const [page] = await db.sql<{ version: number; shown: string | null; blocks: { content: object }[] }>(
    `select p.version, p.published_version_id as shown, v.blocks from pages p
     join page_versions v on v.path = p.path and v.number = p.version where p.path = '/about'`,
  )
  return page!
}
const titled = (blocks: { content: object }[], title: string) =>
  blocks.map((block, i) => (i === 0 ? { ...block, content: { ...block.content, title } } : block))

test('after publishing, the next page request shows the new content, also for cached pages', async () => {
  for (let i = 0; i < 25; i++) {
    await app.inject('/about')
    const { version, shown, blocks } = await read()
    const title = `כותרת מספר ${i}`
    const saved = await call('save-page', { path: '/about', blocks: titled(blocks, title), seenVersion: version })
    expect(saved.statusCode).toBe(200)
    expect((await app.inject('/about')).body).not.toContain(title)
    const { id } = saved.json<{ id: string }>()
    await call('publish-page', { path: '/about', versionId: id, seenPublishedId: shown })
    expect((await app.inject('/about')).body).toContain(`${title}</h1>`)
  }
})

test('a preview renders the draft without scripts, is not cached, and is visible to its author only', async () => {
  const { blocks } = await read()
  const draft = { path: '/about', blocks: titled(blocks, 'רק בתצוגה <b>מקדימה</b>') }
  const { statusCode, headers, body } = await call('preview-page', draft)
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-store',
  ])
  expect(body).toContain('רק בתצוגה &lt;b&gt;מקדימה&lt;/b&gt;</h1>')
  expect(body).not.toContain('<script')
  expect((await app.inject('/about')).body).not.toContain('רק בתצוגה')
  expect((await call('preview-page', draft, client!.id)).json()).toMatchObject({ code: 'not_allowed' })
})

test('a preview of invalid content, or of no page, is refused with a message', async () => {
  const { blocks } = await read()
  const faulty = await call('preview-page', { path: '/about', blocks: titled(blocks, '') })
  expect([faulty.statusCode, faulty.json()]).toEqual([
    422,
    expect.objectContaining({ code: 'invalid_input', fields: { 'blocks.0.content.title': 'שדה חובה' } }),
  ])
  expect((await call('preview-page', { path: '/nowhere/at-all', blocks })).json()).toMatchObject({
    code: 'page_not_found',
  })
  expect((await call('preview-page', { path: 7 })).statusCode).toBe(422)
})

test('an unpublished demo page is not found until it is published again', async () => {
  const { shown } = await read()
  await call('publish-page', { path: '/about', versionId: null, seenPublishedId: shown })
  expect((await app.inject('/about')).statusCode).toBe(404)
  await call('publish-page', { path: '/about', versionId: shown, seenPublishedId: null })
  expect((await app.inject('/about')).statusCode).toBe(200)
})
