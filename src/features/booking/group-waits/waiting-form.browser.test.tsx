import '#web/site/frame/site.css'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { violationsOf } from '../../../../test/browser/violations.ts'
import { WaitingForm } from './waiting-form.tsx'

const groups = ['07', '08'].map((day) => ({
  id: `0b6f3f4e-0000-4000-8000-0000000000${day}`,
  starts_at: `2034-06-${day}T07:00:00Z`,
  ends_at: `2034-06-${day}T08:30:00Z`,
}))
const show = (changes: Partial<Parameters<typeof WaitingForm>[0]> = {}) =>
  render(
    <main>
      <h1 className="vh">סדנה</h1>
      <WaitingForm
        path="/book/hila/sadna"
        groups={groups}
        lockedZone={null}
        state={undefined}
        isWaiting={false}
        notice={null}
        {...changes}
      />
    </main>,
  )

test('the form lists each full group, keeps typed values beside an error, and has no axe violations', async () => {
  const state = {
    values: { group: groups[1]!.id, name: 'תמר', email: 'x' },
    errors: { email: 'כתובת דוא״ל, למשל dana@example.com' },
  }
  await show({ state })
  const choice = page.getByRole('combobox', { name: 'לאיזה מפגש' })
  await expect.element(choice).toHaveValue(groups[1]!.id)
  await expect.element(page.getByRole('option', { name: /8 ביוני 2034.*10:00–11:30/ })).toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'דוא״ל' })).toHaveAccessibleDescription(/כתובת דוא״ל/)
  await expect.element(page.getByRole('textbox', { name: 'שם מלא' })).toHaveValue('תמר')
  expect(await violationsOf()).toEqual([])
})

test('times of a type with a locked zone are shown in that zone, with its name', async () => {
  await show({ lockedZone: 'Europe/London' })
  await expect
    .element(page.getByRole('option', { name: /8 ביוני 2034, 08:00–09:30 \(שעון London; בישראל 10:00\)/ }))
    .toBeInTheDocument()
})

test('after joining, a confirmation replaces the form', async () => {
  await show({ isWaiting: true })
  await expect.element(page.getByText(/^השם שלכם ברשימה/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'לרשימת ההמתנה' })).not.toBeInTheDocument()
  expect(await violationsOf()).toEqual([])
})
