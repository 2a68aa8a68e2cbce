// The newsletter consent text in force, as it is shown beside the box and the button of lead magnets.
import { fillTokens } from '#lib/forms/fill-tokens.ts'
import type { ShownText } from '#platform/consents/shown-texts.data.ts'
import type { SiteFacts } from '../pages.ts'

export function newsletterTexts(texts: readonly ShownText[], { business }: Pick<SiteFacts, 'business'>) {
  const text = texts.find(({ kind }) => kind === 'newsletter')
  return (
    text && {
      id: text.id,
      text: fillTokens(text.he_text, { legalName: business.legal_name ?? business.business_name }),
    }
  )
}
