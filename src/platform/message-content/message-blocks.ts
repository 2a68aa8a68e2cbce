// Content blocks of a mail, for campaigns and message templates.
import { plainText } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { StoredImage } from '#platform/images/images.ts'

const textUpTo = (max: number) =>
  z
    .string()
    .max(max * 2, `עד ${max.toLocaleString('he-IL')} תווים`)
    .transform(plainText)
    .pipe(
      z
        .string()
        .min(1, 'שדה חובה')
        .max(max, `עד ${max.toLocaleString('he-IL')} תווים`),
    )

/**
 * A path below the site, an absolute http(s) URL, or a personal link generated for each recipient: script URLs are
 * refused.
 */
export const WebAddress = z
  .string()
  .trim()
  .min(1, 'שדה חובה')
  .max(500, 'עד 500 תווים')
  .regex(
    /^(\/(?!\/)|https?:\/\/|mailto:|tel:)\S+$|^\/$|^\{\{קישור\.[א-תA-Za-z0-9_]+\}\}$/,
    'כתובת שמתחילה ב־https:// או נתיב באתר, למשל ‎/blog',
  )

/** Condition for showing the block to a recipient: "תגית=ותיקים". */
const when = z.string().max(200).optional()

const Heading = z.object({ kind: z.literal('heading'), text: textUpTo(160), when })
/** Rich text: see rich-text.ts. */
const Text = z.object({ kind: z.literal('text'), text: textUpTo(6000), when })
const Button = z.object({ kind: z.literal('button'), words: textUpTo(60), to: WebAddress, when })
const Quote = z.object({ kind: z.literal('quote'), text: textUpTo(600), when })
const Line = z.object({ kind: z.literal('line'), when })
const Picture = z.object({
  kind: z.literal('picture'),
  picture: StoredImage,
  alt: textUpTo(200),
  to: z.union([WebAddress, z.literal('')]),
  when,
})
/** A copy of the post's card, so that later edits of the post do not change the message. */
const Article = z.object({
  kind: z.literal('article'),
  title: textUpTo(160),
  text: z.string().max(400),
  to: WebAddress,
  picture: StoredImage.nullable(),
  when,
})

export const MessageBlock = z.discriminatedUnion('kind', [Heading, Text, Button, Quote, Line, Picture, Article])
export type MessageBlock = z.infer<typeof MessageBlock>

/** Subject, preview line and blocks of a mail. */
export type MailContent = { subject: string; preheader: string; blocks: MessageBlock[] }

export const blockLabels: Record<MessageBlock['kind'], string> = {
  heading: 'כותרת',
  text: 'טקסט',
  button: 'כפתור',
  picture: 'תמונה',
  article: 'מאמר',
  quote: 'ציטוט',
  line: 'קו מפריד',
}
