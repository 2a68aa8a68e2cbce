// Preparation checklists: the "steps" blocks of the page, with business merge fields filled in.
import { fillTokens } from '#lib/forms/fill-tokens.ts'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import type { Block } from '#platform/pages/blocks.ts'
import { placeholderValues } from '#platform/pages/placeholders.ts'

/** A titled section of the checklist. Items are saved by title. */
export type PreparationList = { title: string; items: readonly { title: string; text: string }[] }

export function preparationLists(blocks: readonly Block[], business: PublicBusinessProfile): PreparationList[] {
  const values = placeholderValues(business)
  const fill = (template: string) => fillTokens(template, values)
  return blocks.flatMap(({ kind, content }) =>
    kind === 'steps'
      ? [
          {
            title: fill(content.title),
            items: content.list.map(({ title, text }) => ({ title: fill(title), text: fill(text) })),
          },
        ]
      : [],
  )
}

export function progressText(count: number, all: number) {
  if (count === 0) return 'עוד לא סומן דבר'
  return count === all ? 'הכול מוכן' : `סומנו ${count} מתוך ${all}`
}
