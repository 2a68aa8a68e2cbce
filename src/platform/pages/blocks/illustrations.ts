// The built-in illustrations with their editor labels. The drawings are components of the pages.
import { choice } from '../fields.ts'

const drawings = {
  table: 'שולחן המטבח',
  jars: 'צנצנות',
  path: 'הדרך',
  meeting: 'פגישה',
  family: 'משפחה',
  call: 'שיחת טלפון',
  laptop: 'מול המחשב',
  notebook: 'מחברת',
  calendar: 'לוח שנה',
  basket: 'סל קניות',
  house: 'בית ומפתח',
  coach: 'דיוקן',
  hills: 'גבעות',
  profile: 'התמונה שלכם (מההגדרות)',
} as const

/** An illustration, or a portrait of the people of the business. */
export type IllustrationName = keyof typeof drawings

export const illustration = () => choice('האיור', drawings)
export const heroIllustration = () => choice('האיור', { landscape: 'נוף המרווח', ...drawings })
export const optionalIllustration = () => choice('האיור', { none: 'בלי איור', ...drawings })
