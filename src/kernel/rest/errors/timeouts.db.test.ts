import { PassThrough } from 'node:stream'
import fastify, { LogController } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { openGateway } from '../../http/gateway.ts'
import { bookshop } from '../bookshop.fixture.ts'
import { restRoutes } from '../rest.ts'

const { db, tokens, users } = await bookshop()
await db.sql(`
  create function too_slow() returns void language sql set statement_timeout = '50ms' as 'select pg_sleep(60)';
  grant execute on function too_slow() to anon, authenticated`)

const lines: string[] = []
const stream = new PassThrough().on('data', (line: Buffer) => lines.push(line.toString()))
const app = fastify({
  logger: { level: 'warn', stream },
  logController: new LogController({ disableRequestLogging: true }),
})
await app.register(
  async (scope) => {
    openGateway(scope, { tokens })
    await restRoutes(scope, { pool: db.authenticator, connect: db.connect, limits: { anonStatementMs: 50 } })
  },
  { prefix: '/rest/v1' },
)
afterAll(() => app.close())

const call = async (fn: string, as: string) => {
  const headers = { apikey: tokens.anonKey, authorization: `Bearer ${users[as]}` }
  const { statusCode, body } = await app.inject({ method: 'POST', url: `/rest/v1/rpc/${fn}`, headers })
  return { status: statusCode, code: (JSON.parse(body) as { code: string }).code }
}

test.each(['too_slow', 'slow'])(
  'an anonymous call of %s() that exceeds the statement timeout is refused and not logged',
  async (fn) => {
    expect(await call(fn, 'anon')).toEqual({ status: 400, code: '57014' })
    expect(lines).toEqual([])
  },
)

test('a statement timeout of a signed-in user is a 504 and is logged as a warning', async () => {
  expect(await call('too_slow', 'dana')).toEqual({ status: 504, code: '57014' })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 40, msg: 'a statement exceeded its time', code: '57014' })
})
