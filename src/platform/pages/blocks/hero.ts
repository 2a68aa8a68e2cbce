// The home page's hero: one promise and two actions.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { addedLine, addedPicture, line, link, list, text } from '../fields.ts'
import { heroIllustration } from './illustrations.ts'

export const hero = blockKind({
  label: 'פתיחת האתר',
  help: 'הבטחה אחת, שתי פעולות ואיור',
  opens: true,
  content: z.object({
    eyebrow: line('שורה מעל הכותרת', { max: 60, optional: true }),
    title: line('הכותרת', { max: 90 }),
    lead: text('הפתיח', { max: 320 }),
    action: link('הכפתור'),
    second: link('קישור נוסף', { optional: true }),
    notes: list('הערות מתחת לכפתור', line('ההערה', { max: 80 }), { one: 'הערה', min: 0, max: 3 }),
    picture: heroIllustration(),
    figure: addedLine('הסכום שבנוף המרווח', {
      max: 18,
      help: 'מתחת למילים ״המרווח החודשי״. סכום שאינו של לקוח אמיתי מסמנים: לדוגמה',
    }),
    photo: addedPicture('תמונה במקום האיור'),
  }),
  blank: {
    eyebrow: '',
    title: 'הכותרת של האתר',
    lead: 'משפט או שניים על מה שתמצאו כאן.',
    action: { words: 'שיחת היכרות', href: '/book-a-call' },
    second: { words: '', href: '' },
    notes: [],
    picture: 'landscape',
    figure: '',
    photo: { id: '', alt: '' },
  },
})
