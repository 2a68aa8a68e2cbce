import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { runJobs } from '#kernel/jobs/runner.ts'
import { asRole, inTransaction } from '#kernel/postgres/transaction.ts'
import { jobChannel, statementChannel } from '#kernel/tracing.ts'
import { mountTraces, type TraceSettings } from './traces.ts'

const db = await testDatabase()

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
  status: { code?: number }
}
type Sent = {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[]
}

/** A fake trace collector on localhost. */
async function openCollector(status = 200, { hangs = 0 } = {}) {
  const received: { path: string | undefined; headers: IncomingHttpHeaders; body: Sent }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      received.push({ path: request.url, headers: request.headers, body: JSON.parse(body) as Sent })
      if (received.length > hangs) response.writeHead(status).end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: { endpoint, headers: { 'x-tenant': 'beit' }, service: 'maslul' },
    received,
    spans: () =>
      received.flatMap(({ body }) =>
        body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
      ),
  }
}

const warnings: object[] = []
async function openApp(settings: TraceSettings | undefined, everyMs?: number) {
  const app = fastify()
  const log = { warn: (about: object) => void warnings.push(about) }
  const traces = mountTraces(app, {
    settings,
    version: '1.2.3',
    log: log as never,
    ...(everyMs !== undefined && { everyMs }),
  })
  app.post('/people/:name', async () => {
    await inTransaction(db.authenticator, { role: 'service_role' }, (tx) => tx.query('select $1::text', ['a secret']))
    await asRole(db.authenticator, { role: 'service_role' }, [{ text: 'select 2' }])
    return {}
  })
  app.get('/broken', async () => {
    await asRole(db.authenticator, { role: 'service_role' }, [{ text: 'select 1 / 0' }])
  })
  await app.ready()
  return { app, stop: () => app.close().then(() => traces.stop()) }
}

const attributesOf = ({ attributes }: { attributes: Span['attributes'] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

test('a request and its statements form one trace, which continues the caller’s trace and contains no personal data', async () => {
  const collector = await openCollector()
  const { app, stop } = await openApp(collector.settings)
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  await app.inject({
    method: 'POST',
    url: '/people/noa?key=secret',
    headers: { traceparent },
    payload: { name: 'נועה' },
  })
  await app.inject('/broken')
  await stop()
  expect(collector.received[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-tenant': 'beit' } })
  const { resource } = collector.received[0]!.body.resourceSpans[0]!
  expect(attributesOf(resource)).toEqual({ 'service.name': 'maslul', 'service.version': '1.2.3' })

  const spans = collector.spans()
  const request = spans.find(({ name }) => name === 'POST /people/:name')!
  expect(request).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16), kind: 2, status: {} })
  expect(attributesOf(request)).toMatchObject({ 'http.route': '/people/:name', 'http.response.status_code': 200 })
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  expect(statements.map((span) => [span.name, span.traceId, attributesOf(span)['db.query.text']])).toEqual([
    ['SELECT', request.traceId, 'select $1::text'],
    ['SELECT', request.traceId, 'select 2'],
  ])
  for (const { startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
  const failed = spans.filter(({ status }) => status.code === 2).map(({ name }) => name)
  expect(failed.toSorted()).toEqual(['GET /broken', 'SELECT'])
  expect(JSON.stringify(collector.received.map(({ body }) => body))).not.toMatch(/secret|noa|נועה/)
})

test('a job and its statements form a separate trace', async () => {
  const collector = await openCollector()
  const { stop } = await openApp(collector.settings)
  const done = Promise.withResolvers<void>()
  const runner = await runJobs({
    config: db.connect('worker'),
    tasks: {
      traced_task: async () => {
        await inTransaction(db.authenticator, { role: 'service_role' }, (tx) => tx.query('select 3'))
        done.resolve()
      },
    },
  })
  await db.sql(`select jobs.enqueue('traced_task')`)
  await done.promise
  await runner.stop()
  await stop()
  const job = collector.spans().find(({ name }) => name === 'traced_task')!
  expect(job).toMatchObject({ kind: 5 })
  expect(job.parentSpanId).toBeUndefined()
  expect(collector.spans().find(({ parentSpanId }) => parentSpanId === job.spanId)).toMatchObject({
    name: 'SELECT',
    traceId: job.traceId,
  })
})

test('an error of the collector causes one warning and fails no request', async () => {
  warnings.length = 0
  const collector = await openCollector(503)
  const { app, stop } = await openApp(collector.settings)
  expect((await app.inject({ method: 'POST', url: '/people/noa' })).statusCode).toBe(200)
  await stop()
  expect(warnings).toEqual([{ reason: 'status 503' }])
})

test('while a collector hangs no second request is sent, and shutdown sends the rest', async () => {
  warnings.length = 0
  const collector = await openCollector(200, { hangs: 1 })
  const { app, stop } = await openApp(collector.settings, 5)
  await app.inject({ method: 'POST', url: '/people/noa' })
  await expect.poll(() => collector.received.length).toBe(1)
  await app.inject('/broken')
  await sleep(100)
  expect(collector.received).toHaveLength(1)
  await stop()
  expect(collector.received).toHaveLength(2)
  const last = collector.received[1]!.body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans[0]!.spans)
  expect(last.map(({ name }) => name)).toEqual(expect.arrayContaining(['POST /people/:name', 'GET /broken']))
  expect(warnings).toEqual([])
})

test('without a collector no diagnostics channel is subscribed', async () => {
  const { app, stop } = await openApp(undefined)
  expect((await app.inject({ method: 'POST', url: '/people/noa' })).statusCode).toBe(200)
  expect([statementChannel.start.hasSubscribers, jobChannel.start.hasSubscribers]).toEqual([false, false])
  await stop()
})
