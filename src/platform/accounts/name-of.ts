import type { User } from '@supabase/supabase-js'

/** Display name of an account, or its email address or phone number. */
export const nameOf = (user: User | null): string => {
  const metadataName: unknown = user?.user_metadata['full_name'] ?? user?.user_metadata['name']
  return typeof metadataName === 'string' && metadataName.trim() ? metadataName : (user?.email ?? user?.phone ?? '')
}
