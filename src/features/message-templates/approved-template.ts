// The part of a WhatsApp template that Meta approved beforehand: its name there, and the text of each of its places.
import type { ContentFault } from '#platform/message-content/check-content.ts'

/** `parameters` are texts with merge fields, in the order of the places {{1}}, {{2}}, … */
export type ApprovedContent = { name: string; language: string; parameters: string[] }

/** Faults of the name and of empty places; merge fields are checked with those of the text. */
export const checkApproved = ({ name, parameters }: ApprovedContent): ContentFault[] => [
  ...(/^[a-z0-9_]{1,512}$/.test(name)
    ? []
    : [{ place: 'בתבנית המאושרת', text: 'השם: אותיות אנגליות קטנות, ספרות וקו תחתון, כפי שהוא אצל Meta' }]),
  ...(parameters.length <= 10 ? [] : [{ place: 'בתבנית המאושרת', text: 'עד עשרה ערכים' }]),
]

/** The approved part after an edit: none if everything was cleared. */
export function editApproved(approved: ApprovedContent | undefined, part: Partial<ApprovedContent>) {
  const edited: ApprovedContent = { name: '', language: 'he', parameters: [], ...approved, ...part }
  return edited.name === '' && edited.parameters.length === 0 ? undefined : edited
}

/** One value per line. */
export const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))
