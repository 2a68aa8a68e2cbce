import fastify, { LogController } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testTokens } from '../../../test/api-server.ts'
import { testDatabase } from '../../../test/database.ts'
import { restRoutes } from '../rest/rest.ts'
import { openGateway } from './gateway.ts'
import { logSerializers } from './log-serializers.ts'

test('a request that fails deep in nested functions writes one short line, with its id once', async () => {
  const db = await testDatabase()
  await db.sql(`
    create function deep(n int) returns int language plpgsql as $$ begin
      if n > 500 then raise exception 'too deep' using errcode = 'XX000'; end if;
      return deep(n + 1) + 1;
    end $$;
    grant execute on function deep(int) to anon;
  `)
  const lines: string[] = []
  const loggerInstance = pino({ serializers: logSerializers }, { write: (line: string) => void lines.push(line) })
  const logController = new LogController({ disableRequestLogging: true })
  const app = fastify({ loggerInstance, logController, genReqId: () => crypto.randomUUID() })
  const tokens = await testTokens()
  await app.register(
    async (scope) => {
      openGateway(scope, { tokens })
      await scope.register((inner) => restRoutes(inner, { pool: db.authenticator, connect: db.connect }))
    },
    { prefix: '/rest/v1' },
  )
  const headers = { apikey: tokens.anonKey }
  const answer = await app.inject({ method: 'POST', url: '/rest/v1/rpc/deep', headers, payload: { n: 1 } })
  await app.close()
  expect(answer.statusCode).toBe(500)
  const [line, ...others] = lines.filter((text) => text.includes('rest request failed'))
  expect(others).toEqual([])
  expect(JSON.parse(line!)).toMatchObject({ code: 'XX000', err: { where: expect.stringContaining('characters)') } })
  expect(line!.length).toBeLessThan(8000)
  expect(line!.match(/"reqId"/g)).toHaveLength(1)
})
