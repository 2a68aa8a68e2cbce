import type { User } from '@supabase/supabase-js'

/** Display name of an account, or else its email or phone. */
export const nameOf = (user: User | null): string => {
  const metadataName: unknown = user?.user_metadata['full_name'] ?? user?.user_metadata['name']
  return typeof metadataName === 'string' && metadataName.trim() ? metadataName : (user?.email ?? user?.phone ?? '')
}
