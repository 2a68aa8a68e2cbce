// A gallery of pictures.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, list, picture } from '../fields.ts'
import { ground } from './parts.ts'

const shot = z.object({ photo: picture('התמונה'), caption: line('הכיתוב', { max: 120, optional: true }) })

export const gallery = blockKind({
  label: 'גלריה',
  help: 'כמה תמונות זו לצד זו',
  content: z.object({
    title: line('הכותרת', { max: 90, optional: true }),
    list: list('התמונות', shot, { one: 'תמונה', max: 24 }),
    ground: ground(),
  }),
  blank: {
    title: '',
    list: [{ photo: { id: '', alt: '' }, caption: '' }],
    ground: 'plain',
  },
})
