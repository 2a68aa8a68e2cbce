// A page's closing call to action.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { addedPicture, line, link, text } from '../fields.ts'
import { ground } from './parts.ts'
import { optionalIllustration } from './illustrations.ts'

export const closing = blockKind({
  label: 'סיום',
  help: 'הצעד הבא, אחד',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    text: text('הטקסט', { max: 320, optional: true }),
    action: link('הכפתור'),
    second: link('קישור נוסף', { optional: true }),
    picture: optionalIllustration(),
    photo: addedPicture('תמונה במקום האיור'),
    ground: ground(),
  }),
  blank: {
    title: 'הצעד הבא',
    text: '',
    action: { words: 'שיחת היכרות', href: '/book-a-call' },
    second: { words: '', href: '' },
    picture: 'meeting',
    photo: { id: '', alt: '' },
    ground: 'tint',
  },
})
