import type { SupabaseClient } from '@supabase/supabase-js'
import type { ConsentText } from './consents.ts'

export type ShownText = Pick<ConsentText, 'id' | 'kind' | 'he_text'>

/** The consent texts currently in force. */
export async function readShownTexts(backend: SupabaseClient): Promise<ShownText[]> {
  const { data, error } = await backend.from('current_consent_texts').select('id, kind, he_text')
  if (error) throw error
  return data as ShownText[]
}
