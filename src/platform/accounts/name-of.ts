import type { User } from '@supabase/supabase-js'

/** Display name of an account, or its email address or phone number. */
export const nameOf = (user: User | null): string => {
  const given: unknown = user?.user_metadata['full_name'] ?? user?.user_metadata['name']
  return typeof given === 'string' && given.trim() ? given : (user?.email ?? user?.phone ?? '')
}
