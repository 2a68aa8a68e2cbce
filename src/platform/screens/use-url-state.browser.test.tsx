import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SearchField } from '#ui/lists/search-field.tsx'
import { renderApp } from '../../../test/browser/render.tsx'
import { useUrlState } from './use-url-state.ts'

function List() {
  const { search, params, words, setWords, change } = useUrlState()
  return (
    <>
      <SearchField label="חיפוש" placeholder="" value={words} onChange={setWords} />
      <button type="button" onClick={() => change((now) => now.set('status', 'open'), { replace: false })}>
        פתוחות
      </button>
      <Link to="?q=דנה">התצוגה של דנה</Link>
      <output>{`${params.get('status') ?? 'all'} ${search}`}</output>
    </>
  )
}

const field = page.getByRole('searchbox', { name: 'חיפוש' })
const query = () => Object.fromEntries(new URLSearchParams(location.search))

test('typed text is trimmed in the URL, and unchanged in the field', async () => {
  await renderApp(<List />, { path: '/list' })
  await field.fill('נועה ')
  await expect.poll(query).toEqual({ q: 'נועה' })
  await expect.element(field).toHaveValue('נועה ')
})

test('a filter change includes text that is still debounced, and Back reverts both', async () => {
  await renderApp(<List />, { path: '/list' })
  await field.fill('נועה')
  await page.getByRole('button', { name: 'פתוחות' }).click()
  await expect.poll(query).toEqual({ q: 'נועה', status: 'open' })
  history.back()
  await expect.element(page.getByRole('status')).toMatchTextContent(/^all/)
})

test('a link to another view fills the fields', async () => {
  await renderApp(<List />, { path: '/list?q=נועה' })
  await expect.element(field).toHaveValue('נועה')
  await page.getByRole('link', { name: 'התצוגה של דנה' }).click()
  await expect.element(field).toHaveValue('דנה')
})

test('debounced text reaches the URL before a link is followed', async () => {
  const { router } = await renderApp(<List />, { path: '/list' })
  const link = page.getByRole('link', { name: 'התצוגה של דנה' }).element() as HTMLElement
  // Opens in another tab, so that this screen stays mounted.
  link.addEventListener('click', (event) => event.preventDefault())
  await field.fill('נועה')
  link.click()
  await new Promise((resolve) => setTimeout(resolve))
  expect(new URLSearchParams(router.state.location.search).get('q')).toBe('נועה')
})
