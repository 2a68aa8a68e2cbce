// A grid of features, each with an icon.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { choice, line, list, text } from '../fields.ts'
import { ground, point } from './parts.ts'

const signs = {
  check: 'משימה',
  home: 'בית',
  path: 'מסלול',
  calendar: 'יומן',
  document: 'מסמך',
  video: 'וידאו',
  bell: 'תזכורת',
  access: 'נגישות',
  message: 'הודעה',
  people: 'אנשים',
  lock: 'מנעול',
  coins: 'כסף',
} as const
export type Sign = keyof typeof signs

export const features = blockKind({
  label: 'יכולות',
  help: 'רשת של כרטיסים עם סמל',
  content: z.object({
    title: line('הכותרת', { max: 90, optional: true }),
    lead: text('הפתיח', { max: 320, optional: true }),
    list: list('היכולות', point.extend({ sign: choice('הסמל', signs) }), { one: 'יכולת' }),
    ground: ground(),
  }),
  blank: {
    title: '',
    lead: '',
    list: [{ title: 'יכולת', text: 'מה היא נותנת.', sign: 'check' }],
    ground: 'plain',
  },
})
