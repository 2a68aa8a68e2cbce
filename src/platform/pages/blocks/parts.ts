// Field definitions that several block kinds share.
import { z } from '#lib/schema.ts'
import { choice, line, text } from '../fields.ts'

/** The background of a section. */
export const ground = () => choice('הרקע', { plain: 'נייר', tint: 'חם' })

/** A heading with one or two sentences. */
export const point = z.object({ title: line('הכותרת', { max: 80 }), text: text('הטקסט', { max: 400 }) })

/** The product whose price is shown. Prices are stored with products only. */
export const productSlug = () =>
  line('המוצר שמחירו מוצג', {
    max: 60,
    optional: true,
    help: 'בוחרים מהרשימה, או כותבים את הכינוי של המוצר, כמו שהוא בכתובת שלו',
    suggestions: 'products',
  })
