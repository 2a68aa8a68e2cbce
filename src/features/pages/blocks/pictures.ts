// The house's own illustrations, by what an editor calls them. The drawings themselves stand with the pages.
import { choice } from '../fields.ts'

const drawings = {
  table: 'שולחן המטבח',
  jars: 'צנצנות',
  path: 'הדרך',
  meeting: 'פגישה',
  coach: 'דיוקן',
  hills: 'גבעות',
  profile: 'התמונה שלכם (מההגדרות)',
} as const

/** What can stand beside words: a drawing, or the picture of the business's own people. */
export type Picture = keyof typeof drawings

export const picture = () => choice('האיור', drawings)
export const heroPicture = () => choice('האיור', { landscape: 'נוף המרווח', ...drawings })
export const optionalPicture = () => choice('האיור', { none: 'בלי איור', ...drawings })
