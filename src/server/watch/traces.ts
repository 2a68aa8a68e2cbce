// OpenTelemetry traces of requests, statements and jobs, sent as OTLP/HTTP in JSON. Spans contain routes and SQL
// without values, and no personal data.
// https://opentelemetry.io/docs/specs/otlp/#otlphttp
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { TracingChannel } from 'node:diagnostics_channel'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { jobChannel, statementChannel } from '#kernel/tracing.ts'

export type TraceSettings = { endpoint: string; headers: Record<string, string>; service: string }

type Attributes = Record<string, string | number>
type Span = {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: number
  startMs: number
  attributes: Attributes
}

const kinds = { server: 2, client: 3, consumer: 5 } as const
/** Spans beyond this limit are dropped, so that an unavailable collector costs no memory. */
const maxWaiting = 5000
const maxTextLength = 1000
const timeoutMs = 10_000

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined
  }
}

type Options = {
  settings: TraceSettings | undefined
  version: string
  log: Pick<FastifyBaseLogger, 'warn'>
  everyMs?: number
}

/** Call it before the routes are added. Without settings nothing is measured. */
export function mountTraces(app: FastifyInstance, { settings, version, log, everyMs = 5000 }: Options) {
  if (!settings) return { stop: () => Promise.resolve() }
  const current = new AsyncLocalStorage<Span | undefined>()
  let waiting: object[] = []
  let sending: Promise<void> | undefined
  const stopping = new AbortController()

  function begin(name: string, kind: keyof typeof kinds, attributes: Attributes, traceparent?: string): Span {
    const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent ?? '') ?? []
    const parent = current.getStore()
    return {
      traceId: parent?.traceId ?? traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      parentSpanId: parent?.spanId ?? spanId,
      name,
      kind: kinds[kind],
      startMs: performance.now(),
      attributes,
    }
  }

  function end({ startMs, attributes, ...span }: Span, more: Attributes, hasFailed: boolean) {
    if (waiting.length >= maxWaiting) return
    waiting.push({
      ...span,
      startTimeUnixNano: nanoseconds(startMs),
      endTimeUnixNano: nanoseconds(performance.now()),
      attributes: attributesOf({ ...attributes, ...more }),
      status: hasFailed ? { code: 2 } : {},
    })
  }

  function subscribe<Context extends object>(
    channel: TracingChannel<Context, unknown>,
    spanOf: (about: Context) => Span,
  ) {
    const spans = new WeakMap<object, Span>()
    const finish = (about: Context, hasFailed: boolean) => {
      const span = spans.get(about)
      if (span) end(span, {}, hasFailed)
      spans.delete(about)
    }
    channel.start.bindStore(current, (about) => {
      const span = spanOf(about as Context)
      spans.set(about as Context, span)
      return span
    })
    const handlers = {
      asyncEnd: (about: Context & { error?: unknown }) => finish(about, about.error !== undefined),
    }
    channel.subscribe(handlers as never)
    return () => {
      channel.start.unbindStore(current)
      channel.unsubscribe(handlers as never)
    }
  }

  const unsubscribe = [
    subscribe(statementChannel, ({ text }) =>
      begin(text.trimStart().split(/\s/, 1)[0]!.toUpperCase(), 'client', {
        'db.system.name': 'postgresql',
        'db.query.text': text.slice(0, maxTextLength),
      }),
    ),
    subscribe(jobChannel, ({ task, id, attempt }) =>
      // Not a child of the request in whose context the runner polled.
      current.run(undefined, () => begin(task, 'consumer', { 'messaging.message.id': id, 'maslul.attempt': attempt })),
    ),
  ]

  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, _, done) => {
    const { method, headers, id } = request
    const route = request.routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': method, 'http.route': route, 'maslul.request_id': id }
    request.span = begin(`${method} ${route}`, 'server', attributes, headers['traceparent']?.toString())
    current.run(request.span, done)
  })
  // The body is received in the async context of its connection.
  app.addHook('preValidation', (request, _, done) => current.run(request.span, done))
  app.addHook('onResponse', async ({ span }, { statusCode }) => {
    if (span) end(span, { 'http.response.status_code': statusCode }, statusCode >= 500)
  })

  async function send(abort?: AbortSignal) {
    if (waiting.length === 0) return
    const spans = waiting
    waiting = []
    const resource = { attributes: attributesOf({ 'service.name': settings!.service, 'service.version': version }) }
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'maslul' }, spans }] }] })
    try {
      const { ok, status } = await fetch(`${settings!.endpoint}/v1/traces`, {
        method: 'POST',
        headers: { ...settings!.headers, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(abort ? [abort] : [])]),
      })
      if (!ok) throw new Error(`status ${status}`)
    } catch (error) {
      // Aborted by a shutdown, whose final export sends these spans.
      if (abort?.aborted) waiting = [...spans, ...waiting]
      else log.warn({ reason: (error as Error).message }, 'Traces could not be sent, and are dropped')
    }
  }
  // One export at a time: a hanging collector does not queue requests.
  const timer = setInterval(() => {
    sending ??= send(stopping.signal).finally(() => (sending = undefined))
  }, everyMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      for (const one of unsubscribe) one()
      stopping.abort()
      await sending
      await send()
    },
  }
}

const nanoseconds = (ms: number) => String(BigInt(Math.round((performance.timeOrigin + ms) * 1000)) * 1000n)

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
