// A timeline with its composer, of a contact that the test creates.
import { useState } from 'react'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
import type { Mode } from '#platform/activities/composer/modes.ts'
import { RecordTimeline, useComposerMode } from '#web/crm/timeline/record-timeline.tsx'
import { useNow } from '#client/now.ts'
import { addContact } from './own-rows.ts'
import { backendAs, renderApp } from './render.tsx'

type TestTimelineProps = { id: string; phone?: string | undefined; start?: Mode }

export function TestTimeline({ id, phone, start }: TestTimelineProps) {
  const of = { contactId: id }
  const [draftMode] = useComposerMode(of)
  const [mode, setMode] = useState<Mode>(start ?? draftMode)
  return <RecordTimeline of={of} about={{ id, phone, known: [] }} now={useNow()} mode={mode} onMode={setMode} />
}

export async function openTimeline(as: Role = 'owner', more: Omit<TestTimelineProps, 'id'> = {}) {
  const contact = await addContact({}, as)
  const screen = await renderApp(<TestTimeline id={contact.id} {...more} />, { as })
  await expect.element(text).toBeVisible()
  return { ...contact, screen }
}

export const text = page.getByRole('combobox').or(page.getByRole('textbox')).first()
export const saveButton = page.getByRole('button', { name: 'שמירה', exact: true })
export const mode = (name: string) => page.getByRole('group', { name: 'מה כותבים' }).getByRole('button', { name })
export const line = (text: string) => page.getByRole('listitem').filter({ hasText: text })
export const menuOf = (text: string) => line(text).getByRole('button', { name: /^פעולות:/ })

export const activitiesOf = async (contactId: string) =>
  (
    await backendAs('owner')
      .from('activities')
      .select('id, type, payload, happened_at, deleted_at, pinned_at')
      .eq('contact_id', contactId)
      .in('type', ['note', 'call', 'meeting', 'whatsapp'])
      .order('happened_at')
      .throwOnError()
  ).data
