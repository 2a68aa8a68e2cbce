// The part of a WhatsApp template that Meta approved in advance: its name, and the text of each parameter.
import type { ContentError } from '#platform/message-content/check-content.ts'

/** `parameters` are texts with merge fields, in the order of the placeholders {{1}}, {{2}}, … */
export type ApprovedContent = { name: string; language: string; parameters: string[] }

/** Validation errors of the name and of empty parameters; merge fields are checked with those of the text. */
export const checkApproved = ({ name, parameters }: ApprovedContent): ContentError[] => [
  ...(/^[a-z0-9_]{1,512}$/.test(name)
    ? []
    : [{ place: 'בתבנית המאושרת', text: 'השם: אותיות אנגליות קטנות, ספרות וקו תחתון, כפי שהוא אצל Meta' }]),
  ...(parameters.length <= 10 ? [] : [{ place: 'בתבנית המאושרת', text: 'עד עשרה ערכים' }]),
]

/** The approved part after an edit; undefined if all fields were cleared. */
export function editApproved(approved: ApprovedContent | undefined, part: Partial<ApprovedContent>) {
  const edited: ApprovedContent = { name: '', language: 'he', parameters: [], ...approved, ...part }
  return edited.name === '' && edited.parameters.length === 0 ? undefined : edited
}

/** Parses one value per line. */
export const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))
