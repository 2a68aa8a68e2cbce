// The services, each with a link to its page.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, link, list, text } from '../fields.ts'
import { ground, productSlug } from './parts.ts'

const service = z.object({
  title: line('השם', { max: 60 }),
  text: text('במשפט', { max: 240 }),
  product: productSlug(),
  action: link('קישור'),
})

export const services = blockKind({
  label: 'מסלולים',
  help: 'כרטיס לכל מסלול, עם המחיר מתוך המוצרים',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    lead: text('הפתיח', { max: 320, optional: true }),
    list: list('המסלולים', service, { one: 'מסלול', min: 2, max: 4 }),
    ground: ground(),
  }),
  blank: {
    title: 'דרכים להתחיל',
    lead: '',
    list: [
      { title: 'מסלול', text: 'במשפט אחד.', product: '', action: { words: 'לפרטים', href: '/product' } },
      { title: 'מסלול נוסף', text: 'במשפט אחד.', product: '', action: { words: 'לפרטים', href: '/product-2' } },
    ],
    ground: 'plain',
  },
})
