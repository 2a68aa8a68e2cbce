import { useState } from 'react'
import { Link } from 'react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../../test/browser/render.tsx'
import { FailedToLoad } from './failed-to-load.tsx'
import { useScreenTitle } from './screen-title.tsx'

test('a failed load shows the reason, and can be retried', async () => {
  const onRetry = vi.fn()
  await renderApp(<FailedToLoad insteadOf={undefined} error={new TypeError('Failed to fetch')} onRetry={onRetry} />)
  await expect.element(page.getByRole('alert')).toMatchTextContent('אין חיבור לשרת. נסו שוב')
  await page.getByRole('button', { name: 'ניסיון נוסף' }).click()
  expect(onRetry).toHaveBeenCalledOnce()
})

test('the document title follows the title of the screen', async () => {
  function Screen() {
    const [name, setName] = useState('נועה')
    useScreenTitle(name)
    return (
      <button type="button" onClick={() => setName('דנה')}>
        {name}
      </button>
    )
  }
  await renderApp(<Screen />)
  await expect.poll(() => document.title).toBe('נועה')
  await page.getByRole('button', { name: 'נועה' }).click()
  await expect.poll(() => document.title).toBe('דנה')
})

test('a link remains usable beside a part that failed to render', async () => {
  await renderApp(
    <>
      <FailedToLoad insteadOf={null} error={{ code: '42501', message: '' }} onRetry={() => {}} />
      <Link to="/crm/tasks">משימות</Link>
    </>,
    { path: '/crm' },
  )
  await expect.element(page.getByRole('alert')).toMatchTextContent('אין לכם הרשאה לפעולה הזאת')
  await page.getByRole('link', { name: 'משימות' }).click()
  await expect.poll(() => location.pathname).toBe('/crm/tasks')
})
