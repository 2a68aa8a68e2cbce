// A video: a file of the site, or one at a provider, whose player is loaded after consent.
import { chaptersOfLines } from '#platform/player/chapter-lines.ts'
import { parseVideoAddress } from '#platform/player/video-source.ts'
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { ground } from '../blocks/parts.ts'
import { line, picture, text } from '../fields.ts'

export const video = blockKind({
  label: 'סרטון',
  help: 'סרטון מ־YouTube, מ־Vimeo או קובץ. נגן של אתר אחר נטען רק אחרי הסכמה',
  content: z
    .object({
      title: line('הכותרת', { max: 90 }),
      address: line('כתובת הסרטון', {
        max: 300,
        optional: true,
        help: 'מדביקים את הכתובת מ־YouTube או מ־Vimeo, או מעלים קובץ MP4 או WebM',
        upload: 'video',
      }),
      captions: line('כתובת הכתוביות', {
        max: 300,
        optional: true,
        help: 'קובץ ‎.vtt בעברית, לסרטון שהוא קובץ. בלי כתוביות, מי שלא שומעים לא יידעו מה נאמר',
        upload: 'captions',
      }),
      chapters: text('הפרקים', {
        max: 1200,
        optional: true,
        help: 'לסרטון שהוא קובץ. שורה לכל פרק, למשל: 1:05 הסעיף הראשון',
      }),
      photo: picture('תמונת השער'),
      caption: line('הכיתוב', { max: 200, optional: true }),
      ground: ground(),
    })
    .refine(({ address }) => address === '' || parseVideoAddress(address) !== undefined, {
      path: ['address'],
      message: 'זו לא כתובת של סרטון שאפשר להציג',
    })
    .refine(({ captions }) => captions === '' || /^\/[\w./%-]+\.vtt$/.test(captions), {
      path: ['captions'],
      message: 'כתובת באתר שמסתיימת ב־‎.vtt',
    })
    .refine(({ chapters }) => !('wrong' in chaptersOfLines(chapters)), {
      path: ['chapters'],
      message: 'בכל שורה זמן ושם, למשל: 1:05 הסעיף הראשון',
    }),
  blank: {
    title: 'סרטון',
    address: '',
    captions: '',
    chapters: '',
    photo: { id: '', alt: '' },
    caption: '',
    ground: 'plain',
  },
})
