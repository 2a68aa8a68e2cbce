import { createClient } from '@supabase/supabase-js'
import type { Backend } from '#client/backend.ts'
import type { Database } from '#client/database.types.ts'
import { restRoutes } from '#kernel/rest/rest.ts'
import type { testDatabase } from './database.ts'
import { testApi, testTokens } from './api-server.ts'

/**
 * The supabase-js client of a signed-in user's browser, over HTTP. `loseNextAnswer` forwards the next request and closes the connection
 * before its response.
 */
export async function testBrowser(db: Awaited<ReturnType<typeof testDatabase>>, sub: string) {
  const tokens = await testTokens()
  const { url } = await testApi(tokens, '/rest/v1', (scope) =>
    restRoutes(scope, { pool: db.authenticator, connect: db.connect }),
  )
  const token = await tokens.signIn({ sub })
  let isCut = false
  const backend: Backend = createClient<Database>(url, tokens.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    accessToken: () => Promise.resolve(token),
    db: { retry: false },
    global: {
      async fetch(input, init) {
        const cut = isCut
        isCut = false
        const answer = await fetch(input, init)
        if (cut) throw new TypeError('Failed to fetch')
        return answer
      },
    },
  })
  return { backend, loseNextAnswer: () => void (isCut = true) }
}
