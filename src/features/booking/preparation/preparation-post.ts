// Checklist ticks as a plain form: one submission saves all of them.
import type { FormPost } from '#lib/forms/form-post.ts'
import { refusals } from '../booking-labels.ts'
import { preparationPath } from '../public/booking-view.ts'

export type PreparationValues = { ref: string; items: string[] }

/** A repeated field name is parsed as a list, a single one as a string. */
const textsOfField = (value: unknown) => [value].flat().filter((one) => typeof one === 'string')

export const preparationPost: FormPost = {
  path: '/preparation',
  page: 'src/web/booking/preparation-page.tsx',
  run: 'save-preparation',
  fields: [],
  values: ({ ref, item }): PreparationValues => ({ ref: textsOfField(ref)[0] ?? '', items: textsOfField(item) }),
  input(values) {
    const { ref, items } = values as PreparationValues
    return { token: ref, items }
  },
  sent: (_answer, values) => `${preparationPath((values as PreparationValues).ref)}&saved=1#checklist`,
  problems: { ...refusals, failed: 'לא הצלחנו לשמור. אפשר לנסות שוב בעוד רגע' },
}
