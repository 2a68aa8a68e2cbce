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
  await page.getByRole('textbox', { name: 'ההבטחה, במשפט' }).fill('צעד אחר צעד')
  await page.getByRole('button', { name: 'פרסום', exact: true }).click()
  await expect.element(page.getByText('ההדרכה פורסמה')).toBeVisible()
  await expect.poll(() => read(id)).toEqual({ status: 'published', subtitle: 'צעד אחר צעד' })
  await expect.element(page.getByRole('link', { name: 'צפייה' })).toBeVisible()
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
  // The next save does not publish either.
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
