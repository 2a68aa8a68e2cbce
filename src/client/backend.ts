import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'
import type { RequestGate } from './request-gate.ts'

/** The full Supabase client, typed with the rows of every table. */
export type Client = SupabaseClient<Database>

/** The backend interface of screens, implemented by the full client and by the initial one (`initial-client.ts`). */
export type Backend = Pick<Client, 'from' | 'rpc' | 'auth' | 'functions' | 'storage'>

/** spec §9: heartbeat and join timeout. The client's own reconnection is disabled: `reconnect.ts` schedules the attempts. */
export const realtimeSettings = {
  heartbeatIntervalMs: 25_000,
  timeout: 10_000,
  reconnectAfterMs: () => 2 ** 31 - 1,
}

/** Creates the full client. `key` is public: row-level security decides what it can read. */
export function openBackend(address: string, key: string, gate?: RequestGate): Client {
  const backend: Client = createClient<Database>(address, key, {
    auth: { flowType: 'implicit' },
    // spec §9: no retries. By default the client retries three times, which delays an error message by seven seconds.
    db: { retry: false },
    ...(gate && { global: { fetch: (...request) => gate.fetch(...request) } }),
    realtime: {
      ...realtimeSettings,
      // Without a token the client would join channels as a visitor, and a later sign-in would not change that.
      accessToken: async () => {
        await gate?.passed()
        return (await backend.auth.getSession()).data.session?.access_token ?? key
      },
    },
  })
  return backend
}
