import fastify, { type FastifyRequest, LogController } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { logRefusedByOutage } from './outage-log.ts'

afterEach(() => vi.useRealTimers())

test('an outage logs its first refused request, and after its end the number of refused requests', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const lines: Record<string, unknown>[] = []
  const app = fastify({
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
    logController: new LogController({ disableRequestLogging: true }),
  })
  const away = Object.assign(new Error('the database system is starting up'), { code: '57P03' })
  const refuse = async (request: FastifyRequest) => {
    logRefusedByOutage(request, away)
    return 'refused'
  }
  await app.register(async (scope) => {
    scope.get('/one', refuse)
  })
  app.get('/other', refuse)
  const messages = () => lines.map(({ msg, refused, reason, err }) => ({ msg, refused, reason, err }))

  await app.inject('/one')
  vi.advanceTimersByTime(4000)
  await app.inject('/other')
  vi.advanceTimersByTime(4000)
  const first = { msg: 'the database is unreachable: requests are refused', reason: away.message }
  expect(messages()).toEqual([first])
  vi.advanceTimersByTime(1000)
  expect(messages()).toEqual([first, { msg: 'requests are no longer refused', refused: 2 }])
  await app.inject('/one')
  expect(messages().slice(2)).toEqual([first])
  await app.close()
})
