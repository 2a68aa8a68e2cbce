import { createClient } from '@supabase/supabase-js'
import { realtimeSettings } from './backend.ts'

/** A client for private channels with a token of its own, without a session. */
export const openLiveClient = (address: string, key: string, access: () => string) =>
  createClient(address, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { ...realtimeSettings, accessToken: async () => access() },
  })
