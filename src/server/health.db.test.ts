import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import type { Connect } from '#kernel/postgres/connection.ts'
import { mountHealth } from './health.ts'

const db = await testDatabase()
const stops: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(stops.map((stop) => stop())))

async function ask(connect: Connect, parts: { jobs: boolean; pages: boolean }, times = 1) {
  const app = fastify()
  const health = mountHealth(app, { connect, areJobsUp: () => parts.jobs, arePagesUp: () => parts.pages, limitMs: 500 })
  stops.push(() => app.close().then(() => health.stop()))
  const responses = await Promise.all(Array.from({ length: times }, () => app.inject('/health')))
  return responses.map(({ statusCode, body }) => ({ statusCode, ...(JSON.parse(body) as object) }))
}

test('health is 200 while every part is up', async () => {
  const up = { statusCode: 200, status: 'ok', database: 'up', jobs: 'up', pages: 'up' }
  expect(await ask(db.connect, { jobs: true, pages: true })).toEqual([up])
})

test.each([
  { jobs: false, pages: true },
  { jobs: true, pages: false },
])('health is 503 and names the part that is down: %o', async (parts) => {
  const word = (isUp: boolean) => (isUp ? 'up' : 'down')
  const expected = { statusCode: 503, status: 'unavailable', jobs: word(parts.jobs), pages: word(parts.pages) }
  expect(await ask(db.connect, parts)).toEqual([{ ...expected, database: 'up' }])
})

test('an unreachable database is reported as down', async () => {
  const unreachable: Connect = (login) => ({ host: '127.0.0.1', port: 1, user: login })
  expect(await ask(unreachable, { jobs: true, pages: true })).toMatchObject([{ statusCode: 503, database: 'down' }])
})
