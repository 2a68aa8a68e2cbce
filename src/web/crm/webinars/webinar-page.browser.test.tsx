import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { invoke } from '#client/invoke.ts'
import clip from '#platform/player/clips/annual-expenses.webm?url'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

const owner = backendAs('owner')
async function addWebinar(more: { title?: string } = {}) {
  const { data } = await owner
    .from('webinars')
    .insert({ title: 'תקציב שמחזיק', slug: `paged-${crypto.randomUUID().slice(0, 8)}`, ...more })
    .select('id, slug')
    .single()
    .throwOnError()
  return data
}

const openPart = (name: string) => page.getByRole('tab', { name, exact: true }).click()

test('a block page for a webinar can be created, opened in the editor, and removed', async () => {
  const { id, slug } = await addWebinar()
  const pathOf = async () =>
    (await owner.from('webinars').select('page_path').eq('id', id).single().throwOnError()).data.page_path
  const screen = await openScreen(`/admin/webinars/${id}`, 'owner')
  await openPart('עמוד')
  await page.getByRole('button', { name: 'בניית העמוד ממקטעים' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: /תקציב שמחזיק/ })).toBeVisible()
  await expect.poll(pathOf).toBe(`/webinar-${slug}`)
  await screen.unmount()
  await openScreen(`/admin/webinars/${id}`, 'owner')
  await openPart('עמוד')
  await expect.element(page.getByRole('link', { name: 'עריכת המקטעים' })).toBeVisible()
  await page.getByRole('combobox', { name: 'מה מתחת לטופס' }).selectOptions('פרטי ההדרכה')
  await expect.poll(pathOf).toBeNull()
  await expect.element(page.getByRole('button', { name: 'בניית העמוד ממקטעים' })).toBeVisible()
})

test('unsaved details survive the selection of a page and a save by a colleague, and are saved without other fields', async () => {
  const { id } = await addWebinar()
  await invoke(owner, 'add-webinar-page', { webinarId: id })
  const saved = async () =>
    (await owner.from('webinars').select('title, subtitle').eq('id', id).single().throwOnError()).data
  const { router } = await openScreen(`/admin/webinars/${id}`, 'owner')
  const title = page.getByRole('textbox', { name: 'כותרת' })
  const promise = page.getByRole('textbox', { name: 'ההבטחה, במשפט' })
  await title.fill('כותרת באמצע כתיבה')
  await openPart('עמוד')
  await page.getByRole('combobox', { name: 'מה מתחת לטופס' }).selectOptions('פרטי ההדרכה')
  // Shown once the webinar without a page is loaded.
  await expect.element(page.getByRole('button', { name: 'בניית העמוד ממקטעים' })).toBeVisible()
  await openPart('פרטים')
  await expect.element(title).toHaveValue('כותרת באמצע כתיבה')
  await owner.from('webinars').update({ subtitle: 'ההבטחה של הצוות' }).eq('id', id).throwOnError()
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect.poll(saved).toEqual({ title: 'כותרת באמצע כתיבה', subtitle: 'ההבטחה של הצוות' })
  await expect.element(promise).toHaveValue('ההבטחה של הצוות')
  await promise.fill('לא נשמר')
  void router.navigate('/admin/webinars')
  await page.getByRole('button', { name: 'חזרה לעריכה' }).click()
  await expect.element(promise).toHaveValue('לא נשמר')
})

test('saving another field preserves the product that a webinar offers', async () => {
  const { id } = await addWebinar()
  const offered = async () =>
    (await owner.from('webinars').select('offer_product_id, recap').eq('id', id).single().throwOnError()).data
  const { data: product } = await owner.from('products').select('id').limit(1).single().throwOnError()
  await owner.from('webinars').update({ offer_product_id: product.id }).eq('id', id).throwOnError()
  await openScreen(`/admin/webinars/${id}`, 'owner')
  await page.getByRole('textbox', { name: 'תקציר, למי שמצטרפים באמצע' }).fill('מה היה עד כה')
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect.poll(offered).toEqual({ offer_product_id: product.id, recap: 'מה היה עד כה' })
})

test('the video beside the timeline seeks to the second of a cue, and a new cue is placed at its position', async () => {
  const { id } = await addWebinar({ title: 'עם סרטון' })
  await owner
    .from('webinars')
    .update({ recording: { provider: 'file', ref: new URL(clip, location.href).href }, duration_minutes: 5 })
    .eq('id', id)
    .throwOnError()
  await owner
    .from('webinar_interactions')
    .insert({ webinar_id: id, kind: 'announcement', title: 'רגע ראשון', at_second: 20 })
    .throwOnError()
  await openScreen(`/admin/webinars/${id}`, 'owner')
  await openPart('רגעים')
  const mark = page.getByRole('slider', { name: /רגע ראשון/ })
  await expect.poll(() => document.querySelector('video')?.readyState ?? 0).toBeGreaterThan(0)
  await mark.click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => document.querySelector('video')!.currentTime).toBe(25)
  await page.getByRole('button', { name: 'רגע חדש ב־0:25' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('textbox', { name: /באיזה רגע/ })).toHaveValue('0:25')
})

test("a colleague's change of an interaction during the edit is not overwritten, until the edit is saved again", async () => {
  const { id } = await addWebinar({ title: 'עם סקר' })
  await owner
    .from('webinar_interactions')
    .insert({ webinar_id: id, kind: 'poll', title: 'מה שלומכם?', choices: ['טוב', 'כן, "תודה"'], at_second: 20 })
    .throwOnError()
  const read = async () =>
    (await owner.from('webinar_interactions').select('title').eq('webinar_id', id).single().throwOnError()).data.title
  const { connection } = await openScreen(`/admin/webinars/${id}`, 'owner')
  await openPart('רגעים')
  await page.getByRole('button', { name: 'עריכה: מה שלומכם?' }).click()
  const dialog = page.getByRole('dialog')
  const title = dialog.getByRole('textbox', { name: 'השאלה' })
  await title.fill('שלי')
  const change = { title: 'של דנה' }
  await backendAs('admin').from('webinar_interactions').update(change).eq('webinar_id', id).throwOnError()
  // Simulates the refetch after a new sign-in.
  await connection.queries.invalidateQueries()
  await expect.poll(() => connection.queries.isFetching()).toBe(0)
  const save = dialog.getByRole('button', { name: 'שמירה' })
  await save.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/מישהו אחר שמר קודם/)
  await expect.element(title).toHaveValue('שלי')
  expect(await read()).toBe('של דנה')
  await save.click()
  await expect.poll(read).toBe('שלי')
})
