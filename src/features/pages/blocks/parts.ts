// What several kinds of blocks have in common.
import { z } from '#lib/schema.ts'
import { choice, line, text } from '../fields.ts'

/** The ground a section stands on. */
export const ground = () => choice('הרקע', { plain: 'נייר', tint: 'חם' })

/** A heading with a sentence or two. */
export const point = z.object({ title: line('הכותרת', { max: 80 }), text: text('הטקסט', { max: 400 }) })

/** Which product's price is shown. Prices are written in one place, the products. */
export const productSlug = () =>
  line('המוצר שמחירו מוצג', { max: 60, optional: true, help: 'הכינוי של המוצר, כמו שהוא בכתובת שלו' })
