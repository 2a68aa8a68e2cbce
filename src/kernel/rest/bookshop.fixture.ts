// rest/v1 over the bookshop database, for its tests.
import { testDatabase } from '../../../test/database.ts'
import { testApi, testTokens } from '../../../test/api-server.ts'
import { bookshopSchema } from './bookshop.schema.fixture.ts'
import { restRoutes, type RestOptions } from './rest.ts'

/** Creates a bookshop database and starts rest/v1 on it. */
export async function bookshop(options: Partial<RestOptions> = {}) {
  const db = await testDatabase()
  await db.sql(bookshopSchema)
  const tokens = await testTokens()
  const { app, url } = await testApi(tokens, '/rest/v1', (scope) =>
    restRoutes(scope, { pool: db.authenticator, connect: db.connect, ...options }),
  )
  const dana = crypto.randomUUID()
  const yossi = crypto.randomUUID()
  const users: Record<string, string> = {
    anon: tokens.anonKey,
    service: tokens.serviceRoleKey,
    dana: await tokens.signIn({ sub: dana }),
    yossi: await tokens.signIn({ sub: yossi }),
  }

  /** Sends a request as dana by default. Text bodies are sent unchanged. */
  async function ask(
    method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS',
    path: string,
    more: { as?: string; token?: string; body?: unknown; prefer?: string; headers?: Record<string, string> } = {},
  ) {
    const token = more.token ?? users[more.as ?? 'dana']!
    const answer = await app.inject({
      method,
      url: `/rest/v1${path}`,
      headers: {
        apikey: tokens.anonKey,
        authorization: `Bearer ${token}`,
        ...(more.body !== undefined && { 'content-type': 'application/json' }),
        ...(more.prefer && { prefer: more.prefer }),
        ...more.headers,
      },
      ...(more.body !== undefined && {
        payload: typeof more.body === 'string' ? more.body : JSON.stringify(more.body),
      }),
    })
    const { statusCode: status, headers, body: text } = answer
    const isJson = text !== '' && String(headers['content-type']).includes('json')
    return { status, headers, text, body: (isJson ? JSON.parse(text) : undefined) as unknown }
  }
  return { db, app, url, tokens, users, dana, yossi, ask }
}
