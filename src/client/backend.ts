import { createClient, type SupabaseClient } from '@supabase/supabase-js'

export type Backend = SupabaseClient

/** spec §9: heartbeat and join timeout. The client's own reconnecting is put to sleep: `reconnect.ts` decides when to try. */
export const realtimeSettings = {
  heartbeatIntervalMs: 25_000,
  timeout: 10_000,
  reconnectAfterMs: () => 2 ** 31 - 1,
}

/** The browser's one door to the server. `key` is public: what a person may see is decided by the database. */
export function openBackend(address: string, key: string): Backend {
  return createClient(address, key, {
    auth: { flowType: 'implicit' },
    // spec §9: no retries. The client would ask three times more by itself, and a person would wait seven seconds to hear of it.
    db: { retry: false },
    realtime: realtimeSettings,
  })
}

/** The public key that the server wrote into the page. */
export function backendKey(page: Document): string {
  const key = page.querySelector<HTMLMetaElement>('meta[name="backend-key"]')?.content
  if (!key) throw new Error('The page carries no <meta name="backend-key">: it was not made by our server.')
  return key
}
