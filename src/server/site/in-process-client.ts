// A supabase-js client whose requests are injected into the app, without network.
import { createClient } from '@supabase/supabase-js'
import type { Backend } from '#client/backend.ts'
import type { Database } from '#client/database.types.ts'
import { inProcessAddress } from '#kernel/http/in-process.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'

/** Anonymous rights. Server-rendered pages thus read data through the same API as the browser. */
export function inProcessClient(app: FastifyInstance, anonKey: string): Backend {
  return createClient<Database>('http://kernel.internal', anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: injected(app) },
  })
}

const injected =
  (app: FastifyInstance): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const response = await app.inject({
      method: request.method as NonNullable<InjectOptions['method']>,
      url: pathname + search,
      remoteAddress: inProcessAddress,
      headers: Object.fromEntries(request.headers),
      ...(request.body && { payload: Buffer.from(await request.arrayBuffer()) }),
    })
    const headers = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    const bare = response.statusCode === 204 || response.statusCode === 304
    return new Response(bare ? null : new Uint8Array(response.rawPayload), { status: response.statusCode, headers })
  }
