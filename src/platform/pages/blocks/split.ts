// An image on one side, text on the other.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { addedPicture, choice, line, link, list, prose } from '../fields.ts'
import { ground } from './parts.ts'
import { illustration } from './illustrations.ts'

export const split = blockKind({
  label: 'איור וטקסט',
  help: 'כותרת, פסקאות או שורות, לצד איור',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    text: prose('הטקסט', { max: 1200, optional: true }),
    list: list('שורות', line('השורה', { max: 140 }), { one: 'שורה', min: 0, max: 8 }),
    end: line('משפט הסיום', { max: 200, optional: true }),
    action: link('קישור', { optional: true }),
    picture: illustration(),
    photo: addedPicture('תמונה במקום האיור'),
    side: choice('מקום האיור', { start: 'לפני הטקסט', end: 'אחרי הטקסט' }),
    ground: ground(),
  }),
  blank: {
    title: 'כותרת',
    text: '',
    list: [],
    end: '',
    action: { words: '', href: '' },
    picture: 'table',
    photo: { id: '', alt: '' },
    side: 'start',
    ground: 'plain',
  },
})
