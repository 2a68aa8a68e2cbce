import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../../../test/browser/render.tsx'
import { addPost, addPublished, backend, readPost } from './add-post.fixture.ts'
import { runPostAction } from '../editing.data.ts'

const row = (title: string) => page.getByRole('row').filter({ hasText: new RegExp(title) })

test('views show their counts, and a search finds a word of the title within a view', async () => {
  const [draft, published] = [await addPost(), await addPublished()]
  await openScreen('/crm/blog?view=draft', 'content')
  await expect.element(row(draft.written.title)).toBeVisible()
  await expect.element(row(published.written.title)).not.toBeInTheDocument()
  await page.getByRole('link', { name: /^מפורסמים/ }).click()
  await expect.element(row(published.written.title)).toMatchTextContent(/מפורסם/)
  const search = page.getByRole('searchbox', { name: 'חיפוש במאמרים' })
  await search.fill(published.written.title.split(' ')[1]!)
  await expect.poll(() => page.getByRole('row').elements().length).toBe(2)
  await search.fill('מילה שאין')
  await expect.element(page.getByText(/^לא מצאנו מאמר כזה/)).toBeVisible()
})

test('a deleted post is listed in the bin view and restored as a draft, and a stale restore is refused', async () => {
  const [post, other] = [await addPublished(), await addPost()]
  for (const { id, version } of [post, other]) await runPostAction(backend, 'remove', { id, version })
  await openScreen('/crm/blog?view=deleted', 'content')
  const deleted = row(post.written.title)
  await expect.element(deleted.getByRole('link')).not.toBeInTheDocument()
  await expect.element(row(other.written.title)).toBeVisible()
  await runPostAction(backend, 'bringBack', { id: other.id, version: (await readPost(other.id)).version })
  await row(other.written.title).getByRole('button', { name: 'החזרה' }).click()
  await expect.element(page.getByText(/^המאמר נשמר בינתיים במקום אחר|^המאמר כבר לא כאן/)).toBeVisible()
  await deleted.getByRole('button', { name: 'החזרה' }).click()
  await expect.element(page.getByText('המאמר חזר, כטיוטה')).toBeVisible()
  await expect.element(deleted).not.toBeInTheDocument()
  await expect.poll(() => readPost(post.id)).toMatchObject({ status: 'draft', deleted_at: null })
})

test('a new post opens the editor with an empty draft that is already saved', async () => {
  const { router } = await openScreen('/crm/blog', 'content')
  await page.getByRole('button', { name: 'מאמר חדש' }).click()
  await expect.element(page.getByRole('textbox', { name: 'כותרת', exact: true })).toHaveValue('')
  const id = router.state.location.pathname.split('/').at(-1)!
  await expect.poll(async () => (await readPost(id)).draft?.title).toBe('')
  await expect.element(page.getByRole('heading', { name: 'מאמר חדש' })).toBeVisible()
})

test('sales staff are refused access to the blog with a reason', async () => {
  await openScreen('/crm/blog', 'sales')
  await expect.element(page.getByText(/^תוכן האתר פתוח לבעלות/)).toBeVisible()
})
