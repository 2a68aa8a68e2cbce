import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

const owner = backendAs('owner')
async function addWebinar(more: { kind?: 'automated' | 'live' | 'on_demand' } = {}) {
  const slug = `made-${crypto.randomUUID().slice(0, 8)}`
  const { data } = await owner
    .from('webinars')
    .insert({ title: `הדרכה ${slug}`, slug, ...more })
    .select('id, title')
    .single()
    .throwOnError()
  return data
}
const read = async (id: string) =>
  (await owner.from('webinars').select('status, subtitle').eq('id', id).single().throwOnError()).data
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const missing = () => page.getByRole('region', { name: 'לפני הפרסום' })

test('a draft lists and links to what is missing, and one click saves the input and publishes', async () => {
  const { id } = await addWebinar()
  await openScreen(`/admin/webinars/${id}`, 'owner')
  await expect
    .element(
      missing()
        .getByRole('listitem')
        .filter({ hasText: /מועד להרשמה: חסר/ }),
    )
    .toBeVisible()
  await missing().getByRole('button', { name: 'להשלמה: מועד להרשמה' }).click()
  await expect.poll(() => document.activeElement?.id).toBe('webinar-dates-part')
  await expect.element(page.getByRole('tabpanel', { name: 'מועדים' })).toBeVisible()
  await tab('פרטים').click()
  await page.getByRole('textbox', { name: 'ההבטחה, במשפט' }).fill('צעד אחר צעד')
  await tab('הודעות').click()
  await page.getByRole('button', { name: 'פרסום', exact: true }).click()
  await expect.element(page.getByText('ההדרכה פורסמה')).toBeVisible()
  await expect.poll(() => read(id)).toEqual({ status: 'published', subtitle: 'צעד אחר צעד' })
  await expect.element(page.getByRole('link', { name: 'צפייה' })).toHaveFocus()
  expect(missing().query()).toBeNull()
})

test('Enter in a field of a draft saves it, but does not publish', async () => {
  const { id } = await addWebinar()
  await openScreen(`/admin/webinars/${id}`, 'owner')
  await page.getByRole('textbox', { name: 'ההבטחה, במשפט' }).fill('צעד')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => read(id)).toEqual({ status: 'draft', subtitle: 'צעד' })
})

test('publishing a recorded webinar without a recording is refused with the reason', async () => {
  const { id } = await addWebinar({ kind: 'on_demand' })
  await openScreen(`/admin/webinars/${id}`, 'owner')
  await page.getByRole('button', { name: 'פרסום', exact: true }).click()
  await expect.element(page.getByText('לפני הפרסום צריך כתובת של ההקלטה')).toBeVisible()
  expect(await read(id)).toMatchObject({ status: 'draft' })
  // The refused publication does not change the next save, which does not publish.
  await expect.element(page.getByRole('combobox', { name: 'מצב', exact: true })).toHaveValue('draft')
})

test('a new webinar starts as a copy of another one or from a template', async () => {
  const source = await addWebinar()
  await owner.from('webinars').update({ subtitle: 'מהמקור' }).eq('id', source.id).throwOnError()
  const copy = `copy-${crypto.randomUUID().slice(0, 8)}`
  await openScreen('/admin/webinars', 'owner')
  await page.getByRole('button', { name: 'הדרכה', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'הדרכה חדשה' })
  await dialog.getByRole('textbox', { name: 'כותרת' }).fill('עותק לחורף')
  await dialog.getByRole('textbox', { name: /הכתובת באתר/ }).fill(copy)
  await dialog.getByRole('combobox', { name: 'מאיפה מתחילים' }).selectOptions(source.title)
  await dialog.getByRole('button', { name: 'הוספת ההדרכה' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'עותק לחורף' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'ההבטחה, במשפט' })).toHaveValue('מהמקור')
  await expect.element(missing()).toBeVisible()
})

test('the tabs are operated by arrow keys, the URL fragment selects one, and a hidden tab preserves unsaved text', async () => {
  const { id } = await addWebinar()
  await openScreen(`/admin/webinars/${id}#team`, 'owner')
  await expect.element(page.getByRole('tabpanel', { name: 'צוות' })).toBeVisible()
  await expect.element(tab('צוות')).toHaveAttribute('aria-selected', 'true')
  await tab('פרטים').click()
  const promise = page.getByRole('textbox', { name: 'ההבטחה, במשפט' })
  await promise.fill('באמצע כתיבה')
  tab('פרטים').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('חיבורים')).toHaveFocus()
  await expect.element(page.getByRole('tabpanel', { name: 'חיבורים' })).toBeVisible()
  await expect.element(promise).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.element(tab('עמוד')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(tab('חיבורים')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Home}')
  await expect.element(promise).toHaveValue('באמצע כתיבה')
  const stops = page
    .getByRole('tab')
    .elements()
    .filter((one) => (one as HTMLElement).tabIndex === 0)
  expect(stops.map(({ textContent }) => textContent)).toEqual(['פרטים'])
})

test('publishing with an empty title from another tab shows and focuses the title', async () => {
  const { id } = await addWebinar()
  await openScreen(`/admin/webinars/${id}`, 'owner')
  await page.getByRole('textbox', { name: 'כותרת' }).fill('')
  await tab('צוות').click()
  await page.getByRole('button', { name: 'פרסום', exact: true }).click()
  await expect.element(page.getByRole('textbox', { name: 'כותרת' })).toHaveFocus()
  expect(await read(id)).toMatchObject({ status: 'draft' })
})

test('the URL of a Zoom meeting or recording is refused with instructions', async () => {
  const { id } = await addWebinar()
  await openScreen(`/admin/webinars/${id}`, 'owner')
  const stream = page.getByRole('textbox', { name: 'כתובת השידור' })
  const recording = page.getByRole('textbox', { name: /כתובת ההקלטה/ })
  const save = page.getByRole('button', { name: 'שמירת השינויים' })
  await stream.fill('https://us02web.zoom.us/j/123456789')
  await save.click()
  await expect.element(stream).toHaveAccessibleDescription(/פגישת Zoom נפתחת מחוץ לחדר/)
  await stream.fill('example.com/zoom.us/video')
  await save.click()
  await expect.element(stream).toHaveAccessibleDescription(/צריך כתובת של YouTube/)
  await stream.fill('')
  await recording.fill('zoom.us/rec/share/abc')
  await save.click()
  await expect.element(recording).toHaveAccessibleDescription(/להוריד אותה כ־MP4/)
  const thankYou = page.getByRole('textbox', { name: 'סרטון קצר לעמוד התודה' })
  await recording.fill('')
  await thankYou.fill('zoom.us/rec/share/abc')
  await save.click()
  await expect.element(thankYou).toHaveAccessibleDescription(/להעלות אותו ל־YouTube/)
  await thankYou.fill(`/webinar/watch/recording/${crypto.randomUUID()}`)
  await save.click()
  await expect.element(thankYou).toHaveAccessibleDescription(/צריך כתובת של YouTube/)
  const videos = async () =>
    (await owner.from('webinars').select('stream, recording, thank_you_video').eq('id', id).single().throwOnError())
      .data
  expect(await videos()).toEqual({ stream: null, recording: null, thank_you_video: null })
  await thankYou.fill('youtu.be/dQw4w9WgXcQ')
  await save.click()
  await expect.poll(videos).toEqual({
    stream: null,
    recording: null,
    thank_you_video: { provider: 'youtube', ref: 'dQw4w9WgXcQ' },
  })
})
