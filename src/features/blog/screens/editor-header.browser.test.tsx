import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { holdNextRequest, loseRequests } from '../../../../test/browser/network.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'
import { savePost } from '../editing.data.ts'
import { addPost, addPublished, backend, readPost } from './add-post.fixture.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'

const title = page.getByRole('textbox', { name: 'כותרת', exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
async function openMenu(item: string) {
  await page.getByRole('button', { name: 'עוד', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
async function openPost(id: string) {
  const screen = await openScreen(`/crm/blog/${id}`, 'content')
  await expect.element(title).toBeVisible()
  return screen
}

test('Ctrl+S saves at once, failed checks block publishing, and edits stay unpublished until the next publication', async () => {
  const { id } = await addPost({ excerpt: '' })
  await openPost(id)
  const newTitle = unique('כותרת')
  // The request is held, because on a slow machine the autosave could finish before its status is asserted.
  const held = holdNextRequest('/functions/v1/save-post')
  await title.fill(newTitle)
  await expect.element(page.getByRole('status').filter({ hasText: /עוד רגע נשמר|שומרים/ })).toBeVisible()
  await userEvent.keyboard('{Control>}s{/Control}')
  held.release()
  await expect.poll(async () => (await readPost(id)).draft?.title).toBe(newTitle)
  await button('פרסום').click()
  await expect.element(page.getByText(/^חסר תקציר/).last()).toBeVisible()
  await expect.poll(async () => (await readPost(id)).status).toBe('draft')
  await page.getByRole('textbox', { name: 'תקציר', exact: true }).fill('משפט על המאמר')
  await button('פרסום').click()
  await expect.element(page.getByText('המאמר באתר, ומבקרים רואים אותו מעכשיו')).toBeVisible()
  await expect.element(button('פרסום השינויים')).toBeDisabled()
  await title.fill(`${newTitle} שוב`)
  await expect.element(button('פרסום השינויים')).toBeEnabled()
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(page.getByText('יש שינויים שלא פורסמו')).toBeVisible()
})

test('a post can be scheduled only for a future time, with a warning on rest days, and unscheduled', async () => {
  const { id } = await addPost()
  await openPost(id)
  await openMenu('תזמון הפרסום')
  const [day, time] = [dialog.getByLabelText(/^יום/), dialog.getByLabelText(/^שעה/)]
  await day.fill('2026-01-02')
  await dialog.getByRole('button', { name: 'תזמון' }).click()
  await expect.element(day).toHaveAttribute('aria-invalid', 'true')
  await day.fill('2027-01-09')
  await time.fill('10:00')
  await expect.element(dialog.getByText(/^המועד חל בשבת/)).toBeVisible()
  await time.fill('20:30')
  await expect.element(dialog.getByText(/בשבת/)).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'תזמון' }).click()
  await expect.element(page.getByText(/^המאמר יופיע באתר ב.*9 בינואר 2027, בשעה 20:30$/)).toBeVisible()
  await expect
    .poll(() => readPost(id))
    .toMatchObject({ status: 'scheduled', scheduled_for: '2027-01-09T18:30:00+00:00' })
  await openMenu('תזמון אחר')
  await expect.element(time).toHaveValue('20:30')
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await openMenu('ביטול התזמון')
  await expect.element(page.getByText('התזמון בוטל')).toBeVisible()
  await expect.poll(() => readPost(id)).toMatchObject({ status: 'draft', scheduled_for: null })
})

test('unpublishing a post keeps its slug, and deleting it returns to the list', async () => {
  const { id } = await addPublished()
  const { router } = await openPost(id)
  const { slugs } = await readPost(id)
  await openMenu('הסרה מהאתר')
  await expect.element(page.getByText('המאמר הוסר מהאתר. הכתובת שלו נשמרת')).toBeVisible()
  await expect.poll(() => readPost(id)).toMatchObject({ status: 'draft', slugs })
  await openMenu('מחיקה')
  await expect.poll(() => router.state.location.pathname).toBe('/crm/blog')
  await expect.poll(async () => (await readPost(id)).deleted_at).not.toBeNull()
})

test('a concurrent save is not overwritten until the author resolves the conflict', async () => {
  const { id, version, written } = await addPost()
  await openPost(id)
  const [mine, theirs] = [unique('שלי'), unique('שלהם')]
  await savePost(backend, { ...written, title: theirs }, { id, seenVersion: version })
  await title.fill(mine)
  await userEvent.keyboard('{Control>}s{/Control}')
  const conflict = page.getByRole('alert').filter({ hasText: /נשמר בינתיים במקום אחר/ })
  await expect.element(conflict).toBeVisible()
  await expect.poll(async () => (await readPost(id)).draft?.title).toBe(theirs)
  await conflict.getByRole('button', { name: 'לעבור לנוסח האחר' }).click()
  await expect.element(title).toHaveValue(theirs)
  await expect.element(conflict).not.toBeInTheDocument()
  await savePost(backend, { ...written, title: `${theirs} ב` }, { id, seenVersion: (await readPost(id)).version })
  await title.fill(mine)
  await userEvent.keyboard('{Control>}s{/Control}')
  await conflict.getByRole('button', { name: 'להשאיר את שלי' }).click()
  await expect.poll(async () => (await readPost(id)).draft?.title).toBe(mine)
})

test('an earlier revision shows its diff, and restoring it preserves the replaced text as a revision', async () => {
  const { id, version, written } = await addPost({ title: unique('ישנה') })
  const newer = unique('חדשה')
  // Saves by the same author within ten minutes share a revision.
  await savePost(backendAs('owner'), { ...written, title: newer }, { id, seenVersion: version })
  await openPost(id)
  await expect.element(title).toHaveValue(newer)
  await openMenu('גרסאות קודמות')
  await expect.element(dialog.getByText('המילים הן בדיוק אלה שכתובות עכשיו.')).toBeVisible()
  const versions = dialog.getByRole('list', { name: 'גרסאות' }).getByRole('button')
  await versions.last().click()
  await expect.element(versions.last()).toHaveAttribute('aria-current', 'true')
  expect(dialog.element().querySelector('del')?.textContent).toBe(newer)
  expect(dialog.element().querySelector('ins')?.textContent).toBe(written.title)
  await dialog.getByRole('button', { name: 'חזרה לגרסה הזאת' }).click()
  await expect.element(page.getByText(/^הגרסה חזרה/)).toBeVisible()
  await expect.element(title).toHaveValue(written.title)
  const { data } = await backend.from('post_revisions').select('title').eq('post_id', id).throwOnError()
  expect(data.map((revision) => revision.title)).toContain(newer)
})

test('a preview link is created and revoked', async () => {
  const { id } = await addPost()
  await openPost(id)
  await button('תצוגה מקדימה').click()
  const address = dialog.getByRole('textbox', { name: 'הקישור' })
  await expect.element(address).toHaveValue(expect.stringMatching(/\/blog\/.+\?preview=.+/) as never)
  await dialog.getByRole('button', { name: 'סגירת הקישור' }).click()
  await expect.element(page.getByText('הקישור כבר לא פותח את המאמר')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a typed slug is normalised, and the slug of another post is refused', async () => {
  const [post, other] = [await addPublished(), await addPublished()]
  const taken = (await readPost(other.id)).slugs[0]!.slug
  await openPost(post.id)
  await button('שינוי הכתובת').click()
  const slug = dialog.getByRole('textbox', { name: 'הכתובת', exact: true })
  await expect.element(dialog.getByText(/^תיווצר הפניה/)).toBeVisible()
  await slug.fill(taken)
  await dialog.getByRole('button', { name: 'שמירת הכתובת' }).click()
  await expect.element(slug).toHaveAccessibleDescription(/הכתובת הזאת שייכת למאמר אחר/)
  const word = `t${crypto.randomUUID().slice(0, 8)}`
  await slug.fill(`${word} Second!`)
  await dialog.getByRole('button', { name: 'שמירת הכתובת' }).click()
  await expect.element(page.getByText('הכתובת השתנתה, והקודמת מפנה אליה')).toBeVisible()
  await expect
    .poll(async () => (await readPost(post.id)).slugs.find(({ is_current }) => is_current)?.slug)
    .toBe(`${word}-second`)
})

test('the slug is not changed if saving the text fails', async () => {
  const { id } = await addPost()
  const before = (await readPost(id)).slugs
  await openPost(id)
  loseRequests('save-post')
  await title.fill(unique('כותרת'))
  await button('שינוי הכתובת').click()
  const slug = dialog.getByRole('textbox', { name: 'הכתובת', exact: true })
  await slug.fill(unique('path').replaceAll(' ', '-'))
  await dialog.getByRole('button', { name: 'שמירת הכתובת' }).click()
  await expect.element(slug).toHaveAccessibleDescription(/המאמר עוד לא נשמר/)
  expect((await readPost(id)).slugs).toEqual(before)
})
