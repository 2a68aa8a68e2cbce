import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ConflictNotice } from './conflict-notice.tsx'

test('a conflict shows who changed which field, with the old and the new value', async () => {
  await render(
    <ConflictNotice
      changes={[
        {
          who: 'נועה לוי',
          when: 'לפני דקה',
          facts: [
            { label: 'טלפון', was: '050', is: '052' },
            { label: 'עיר', was: 'חיפה' },
          ],
        },
      ]}
    />,
  )
  const notice = page.getByRole('alert')
  await expect.element(notice).toMatchTextContent('נועה לוי: שינוי שנשמר בזמן שערכתם, לפני דקה')
  expect(
    notice
      .getByRole('definition')
      .elements()
      .map((fact) => fact.textContent),
  ).toEqual(['היה050 ← עכשיו052', 'היהחיפה ← ריק'])
  await expect.element(notice).toMatchTextContent('חזרה תשאיר הכול כמו שהוא')
})

test('an unknown author is shown as another user, and in a page cancelling is not mentioned', async () => {
  await render(<ConflictNotice isInPage changes={[{ facts: [{ label: 'שם', is: 'אבחון' }] }]} />)
  const notice = page.getByRole('alert')
  await expect.element(notice).toMatchTextContent('מישהו אחר: שינוי שנשמר בזמן שערכתם')
  await expect.element(notice).not.toMatchTextContent('חזרה')
  expect(notice.getByRole('definition').element().textContent).toBe('אבחון')
})
