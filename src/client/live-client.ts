import { createClient } from '@supabase/supabase-js'
import { realtimeSettings } from './backend.ts'

/** A realtime client for private channels that authenticates with its own token instead of a session. */
export const openLiveClient = (address: string, key: string, access: () => string) =>
  createClient(address, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { ...realtimeSettings, accessToken: async () => access() },
  })
