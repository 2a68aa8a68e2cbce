// The logic of a form as Hebrew sentences, in form order.
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { withoutInsertions } from '#platform/forms/answers/answer-text.ts'
import { conditionSentence } from './condition-sentence.ts'
import type { FormDraft } from './form-draft.ts'

export type LogicSentences = Record<'shown' | 'jumps' | 'endings', string[]>

export function logicSentences(draft: FormDraft): LogicSentences {
  const when = (condition: Parameters<typeof conditionSentence>[0]) => conditionSentence(condition, draft)
  const pageName = (key: string) => {
    const at = draft.pages.findIndex((page) => page.key === key)
    if (at < 0) return 'עמוד שהוסר'
    const { title } = draft.pages[at]!
    return title ? `עמוד ${at + 1}, ${quoted(title)}` : `עמוד ${at + 1}`
  }
  const endingName = (key: string) =>
    `הסיום ${quoted(draft.endings.find((ending) => ending.key === key)?.title ?? 'סיום שהוסר')}`
  return {
    shown: draft.pages.flatMap((page) => [
      ...sentence(pageName(page.key), 'מופיע', when(page.showIf)),
      ...page.groups.flatMap((group) => [
        ...sentence(`חלק ${quoted(group.title ?? 'בלי כותרת')}`, 'מופיע', when(group.showIf)),
        ...group.fields.flatMap((field) =>
          sentence(`השאלה ${quoted(field.label)}`, 'מופיעה', 'showIf' in field ? when(field.showIf) : undefined),
        ),
      ]),
    ]),
    jumps: draft.pages.flatMap((page) =>
      page.jumps.map((jump) => {
        const condition = when(jump.if)
        const to = 'page' in jump.to ? `אל ${pageName(jump.to.page)}` : `אל ${endingName(jump.to.ending)}`
        return `אחרי ${pageName(page.key)}${condition ? `, אם ${condition},` : ''} עוברים ${to}`
      }),
    ),
    endings:
      draft.endings.length < 2
        ? []
        : draft.endings.map((ending) => {
            const condition = when(ending.if)
            return condition ? `${endingName(ending.key)} אם ${condition}` : `בכל מקרה אחר: ${endingName(ending.key)}`
          }),
  }
}

const quoted = (text: string) => `״${isolate(withoutInsertions(text) || 'בלי כותרת')}״`

const sentence = (subject: string, verb: string, condition: string | undefined) =>
  condition === undefined ? [] : [`${subject} ${verb} אם ${condition}`]
