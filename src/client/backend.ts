import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Gate } from './sign-in/gate.ts'

/** What screens ask of the server, whether by the whole client or while that is on its way (`early-backend.ts`). */
export type Backend = Pick<SupabaseClient, 'from' | 'rpc' | 'auth' | 'functions' | 'storage'>

/** spec §9: heartbeat and join timeout. The client's own reconnecting is put to sleep: `reconnect.ts` decides when to try. */
export const realtimeSettings = {
  heartbeatIntervalMs: 25_000,
  timeout: 10_000,
  reconnectAfterMs: () => 2 ** 31 - 1,
}

/** The whole client of the backend. `key` is public: what a person may see is decided by the database. */
export function openBackend(address: string, key: string, gate?: Gate): SupabaseClient {
  const backend: SupabaseClient = createClient(address, key, {
    auth: { flowType: 'implicit' },
    // spec §9: no retries. The client would ask three times more by itself, and a person would wait seven seconds to hear of it.
    db: { retry: false },
    ...(gate && { global: { fetch: (...request) => gate.fetch(...request) } }),
    realtime: {
      ...realtimeSettings,
      // Who joins while the session is away would join as a visitor, and stay one.
      accessToken: async () => {
        await gate?.passed()
        return (await backend.auth.getSession()).data.session?.access_token ?? key
      },
    },
  })
  return backend
}
