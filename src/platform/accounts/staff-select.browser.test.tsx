import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { accountOf, renderApp } from '../../../test/browser/render.tsx'
import { OwnerSelect, StaffPerson } from './staff-select.tsx'

type Given = Partial<Parameters<typeof OwnerSelect>[0]>

function Field({ value = null, ...props }: Given) {
  const [owner, setOwner] = useState(value)
  return (
    <>
      <OwnerSelect value={owner} onChange={setOwner} {...props} />
      <output>{owner ?? 'אין'}</output>
    </>
  )
}
const field = page.getByLabelText('באחריות')
const names = () => [...(field.element() as HTMLSelectElement).options].map(({ text }) => text)
const userId = (role: Parameters<typeof accountOf>[0]) => accountOf(role).session.user.id
const deletedId = '00000000-0000-4000-8000-000000000009'

test('staff with access to contacts are offered; for tasks without a contact, content staff too', async () => {
  const screen = await renderApp(<Field />, { as: 'owner' })
  await expect.poll(names).toContain('הילה לדוגמה')
  expect(names()[0]).toBe('לא נקבע')
  expect(names()).not.toContain('רותם לדוגמה')
  expect(names()).not.toContain('איתי לדוגמה')
  await screen.unmount()
  await renderApp(<Field anybody />, { as: 'owner' })
  await expect.poll(names).toContain('רותם לדוגמה')
})

test('an owner can be selected and cleared', async () => {
  await renderApp(<Field />, { as: 'owner' })
  await expect.poll(names).toContain('הילה לדוגמה')
  await field.selectOptions('הילה לדוגמה')
  await expect.element(page.getByRole('status')).toHaveTextContent(userId('coach'))
  await field.selectOptions('לא נקבע')
  await expect.element(page.getByRole('status')).toHaveTextContent('אין')
})

test('a deactivated owner is still an option, so that a save does not clear the field', async () => {
  await renderApp(<Field value={deletedId} />, { as: 'owner' })
  await expect.poll(names).toContain('מי שכבר לא בצוות')
  await expect.element(field).toHaveValue(deletedId)
})

test('the excluded user is not an option', async () => {
  await renderApp(<Field without={userId('coach')} />, { as: 'owner' })
  await expect.poll(names).toContain('עמית לדוגמה')
  expect(names()).not.toContain('הילה לדוגמה')
})

test('StaffPerson shows the name, a placeholder for a deactivated user, and the given text for none', async () => {
  await renderApp(
    <ul>
      <li>
        <StaffPerson id={userId('coach')} />
      </li>
      <li>
        <StaffPerson id={deletedId} />
      </li>
      <li>
        <StaffPerson id={null} empty="בלי אחראים" />
      </li>
    </ul>,
    { as: 'owner' },
  )
  const texts = () =>
    page
      .getByRole('listitem')
      .elements()
      .map((item) => item.querySelector('bdi, .staff-person--none')?.textContent)
  await expect.poll(texts).toEqual(['הילה לדוגמה', 'מי שכבר לא בצוות', 'בלי אחראים'])
})
