import type { Backend } from '#client/backend.ts'
import type { ConsentText } from './consents.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'current_consent_texts.kind': ConsentText['kind']
  }
}

export type ShownText = Pick<ConsentText, 'id' | 'kind' | 'he_text'>

/** The consent texts currently in force. */
export async function readShownTexts(backend: Backend): Promise<ShownText[]> {
  const { data, error } = await backend.from('current_consent_texts').select('id, kind, he_text')
  if (error) throw error
  return data
}
