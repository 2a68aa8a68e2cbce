// Content blocks of a campaign message.
import { plainText } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'

const words = (most: number) =>
  z
    .string()
    .max(most * 2, `עד ${most.toLocaleString('he-IL')} תווים`)
    .transform(plainText)
    .pipe(
      z
        .string()
        .min(1, 'שדה חובה')
        .max(most, `עד ${most.toLocaleString('he-IL')} תווים`),
    )

/** A path below the site, or an absolute http(s) URL: no script URLs. */
const WebAddress = z
  .string()
  .trim()
  .min(1, 'שדה חובה')
  .max(500, 'עד 500 תווים')
  .regex(/^(\/(?!\/)|https?:\/\/|mailto:|tel:)\S+$|^\/$/, 'כתובת שמתחילה ב־https:// או נתיב באתר, למשל ‎/blog')

const Heading = z.object({ kind: z.literal('heading'), text: words(160) })
/** A blank line separates paragraphs, and [text](url) is a link. */
const Text = z.object({ kind: z.literal('text'), text: words(6000) })
const Button = z.object({ kind: z.literal('button'), words: words(60), to: WebAddress })
const Quote = z.object({ kind: z.literal('quote'), text: words(600) })
const Line = z.object({ kind: z.literal('line') })

export const CampaignBlock = z.discriminatedUnion('kind', [Heading, Text, Button, Quote, Line])
export type CampaignBlock = z.infer<typeof CampaignBlock>

export const blockLabels: Record<CampaignBlock['kind'], string> = {
  heading: 'כותרת',
  text: 'טקסט',
  button: 'כפתור',
  quote: 'ציטוט',
  line: 'קו מפריד',
}

type Piece = { text: string; to?: string }

/** Splits a paragraph into text and links. */
export function piecesOf(paragraph: string): Piece[] {
  return paragraph
    .split(/(\[[^\]\n]+\]\([^()\s]+\))/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const [, text, to] = /^\[([^\]\n]+)\]\(([^()\s]+)\)$/.exec(piece) ?? []
      return text !== undefined && to !== undefined && WebAddress.safeParse(to).success ? { text, to } : { text: piece }
    })
}

export const paragraphsOf = (text: string): string[] => text.split(/\n\s*\n/)
