// Labels of forms in the CRM.
import type { formStatuses } from './form-texts.ts'

export type FormStatus = (typeof formStatuses)[number]

export const statusLabels: Record<FormStatus, string> = {
  draft: 'טיוטה',
  published: 'פתוח',
  paused: 'מושהה',
  closed: 'סגור',
  archived: 'בארכיון',
}

export const statusLooks: Record<FormStatus, 'success' | 'warning' | 'outline'> = {
  draft: 'warning',
  published: 'success',
  paused: 'warning',
  closed: 'outline',
  archived: 'outline',
}

/** Status transitions of a form with their button labels. Publishing uses a separate function. */
export const statusMoves: Record<FormStatus, readonly { to: FormStatus; text: string }[]> = {
  draft: [{ to: 'archived', text: 'העברה לארכיון' }],
  published: [
    { to: 'paused', text: 'השהיה' },
    { to: 'closed', text: 'סגירה' },
    { to: 'archived', text: 'העברה לארכיון' },
  ],
  paused: [
    { to: 'published', text: 'פתיחה מחדש' },
    { to: 'closed', text: 'סגירה' },
    { to: 'archived', text: 'העברה לארכיון' },
  ],
  closed: [
    { to: 'published', text: 'פתיחה מחדש' },
    { to: 'archived', text: 'העברה לארכיון' },
  ],
  archived: [
    { to: 'closed', text: 'החזרה מהארכיון' },
    { to: 'draft', text: 'החזרה מהארכיון' },
  ],
}
