// Validates the content of a message: complete blocks, known fields, valid syntax. Each error has a location in Hebrew.
import { checkTemplate, faultTexts } from '#lib/templates/check-template.ts'
import { kindsOf, type MergeField } from '#platform/merge-fields/merge-fields.ts'
import { type MailContent, MessageBlock, blockLabels } from './message-blocks.ts'

/** `place`: "בנושא", "בחלק 3 (כפתור)". */
export type ContentError = { place: string; text: string }

export function checkMail({ subject, preheader, blocks }: MailContent, fields: readonly MergeField[]): ContentError[] {
  const inText = createTextCheck(fields)
  return [
    ...(subject.trim() ? [] : [{ place: 'בנושא', text: 'חסר נושא' }]),
    ...(blocks.length > 0 ? [] : [{ place: 'בתוכן', text: 'ההודעה ריקה' }]),
    ...inText('בנושא', subject, false),
    ...inText('בשורת התצוגה', preheader, false),
    ...blocks.flatMap((block, i) => {
      const place = `בחלק ${i + 1} (${blockLabels[block.kind]})`
      const errors = [...textsOf(block), ...conditionOf(block)].flatMap((text) => inText(place, text))
      const isComplete = MessageBlock.safeParse(block).success
      return [...(isComplete ? [] : [{ place, text: 'החלק עוד לא מלא, או שהכתובת בו אינה תקינה' }]), ...errors]
    }),
  ]
}

/** `texts`: pairs of a Hebrew location and the text. */
export function checkTexts(texts: readonly (readonly [string, string])[], fields: readonly MergeField[]) {
  const inText = createTextCheck(fields)
  return texts.flatMap(([place, text]) => [
    ...(text.trim() ? [] : [{ place, text: 'שדה חובה' }]),
    ...inText(place, text),
  ])
}

function createTextCheck(fields: readonly MergeField[]) {
  const kinds = kindsOf(fields)
  return (place: string, text: string, allowsLinks = true): ContentError[] =>
    checkTemplate(text, { kinds, allowsLinks }).map(({ code, token }) => ({
      place,
      text: token ? `${faultTexts[code]}: ${token}` : faultTexts[code],
    }))
}

/** Every text of a block in which merge fields are replaced. */
export function textsOf(block: MessageBlock): string[] {
  switch (block.kind) {
    case 'heading':
    case 'text':
    case 'quote':
      return [block.text]
    case 'button':
      return [block.words, block.to]
    case 'picture':
      return [block.alt, block.to]
    case 'article':
      return [block.title, block.text, block.to]
    case 'line':
      return []
  }
}

/** A block's condition as template syntax, to validate it like a text. */
const conditionOf = ({ when }: MessageBlock) => (when ? [`{{אם ${when}}}{{סוף}}`] : [])
