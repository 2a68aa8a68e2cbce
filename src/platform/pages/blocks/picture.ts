import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { choice, line, picture as pictureField } from '../fields.ts'
import { ground } from './parts.ts'

export const picture = blockKind({
  label: 'תמונה',
  help: 'תמונה אחת, עם כיתוב',
  content: z.object({
    photo: pictureField('התמונה'),
    caption: line('הכיתוב', { max: 200, optional: true }),
    width: choice('הרוחב', { text: 'ברוחב הטקסט', wide: 'ברוחב העמוד' }),
    ground: ground(),
  }),
  blank: { photo: { id: '', alt: '' }, caption: '', width: 'wide', ground: 'plain' },
})
