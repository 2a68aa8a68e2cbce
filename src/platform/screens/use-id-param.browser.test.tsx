import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { isUuid } from '#lib/is-uuid.ts'
import { renderApp } from '../../../test/browser/render.tsx'
import { useIdInQuery, useIdParam } from './use-id-param.ts'

const Record = () => <h1>{useIdParam('recordId')}</h1>
const open = (id: string) => renderApp(<Record />, { route: '/records/:recordId', path: `/records/${id}` })
const shown = page.getByRole('heading')

test('a valid id in the URL is returned unchanged', async () => {
  const id = crypto.randomUUID()
  await open(id)
  await expect.element(shown).toHaveTextContent(id)
})

test('a malformed id becomes an id that the database accepts', async () => {
  await open('log')
  await expect.element(shown).toBeVisible()
  expect(shown.element().textContent).toSatisfy(isUuid)
})

test('a valid id in the query is unchanged, a malformed one becomes an id that the database accepts, and a missing one is undefined', async () => {
  const Asked = () => <h1>{useIdInQuery('contact') ?? 'none'}</h1>
  const id = crypto.randomUUID()
  const { router } = await renderApp(<Asked />, { path: `/duplicates?contact=${id}` })
  await expect.element(shown).toHaveTextContent(id)
  await router.navigate('/duplicates?contact=')
  await expect.element(shown).toHaveTextContent('none')
  await router.navigate('/duplicates?contact=log')
  await expect.element(shown).not.toHaveTextContent('none')
  expect(shown.element().textContent).toSatisfy(isUuid)
})
