import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'

const backend = backendAs('owner')
const field = (name: string | RegExp) => dialog.getByRole('textbox', { name })
const saveLink = dialog.getByRole('button', { name: 'שמירת הקישור' })
const row = (title: string) => page.getByRole('listitem').filter({ hasText: new RegExp(title) })
const readLink = async (title: string) => {
  const { data } = await backend.from('bio_links').select('*').eq('title', title).maybeSingle().throwOnError()
  return data
}

test('a link with an invalid URL or reversed dates is refused, and a saved link shows its state', async () => {
  const title = unique('מדריך')
  await openScreen('/crm/site/link-in-bio', 'content')
  await page.getByRole('button', { name: 'קישור', exact: true }).click()
  await field('מה כתוב').fill(title)
  await field('לאן מגיעים').fill('blog')
  await saveLink.click()
  await expect.element(field('לאן מגיעים')).toHaveAccessibleDescription(/כתובת באתר/)
  await field('לאן מגיעים').fill('/no-such-page')
  await dialog.getByLabelText(/^מיום/).fill('2030-02-02')
  await dialog.getByLabelText(/^עד סוף היום/).fill('2030-02-01')
  await saveLink.click()
  await expect.element(dialog.getByLabelText(/^עד סוף היום/)).toHaveAccessibleDescription('היום האחרון בא אחרי הראשון')
  await dialog.getByLabelText(/^עד סוף היום/).fill('2030-02-02')
  await field(/^שם קמפיין/).fill('Spring-Sale')
  await dialog.getByRole('checkbox', { name: 'להדגיש בצבע' }).click()
  await saveLink.click()
  await expect.element(row(title)).toMatchTextContent(/מודגש/)
  await expect.element(row(title)).toMatchTextContent(/לא מוצג: אין עדיין עמוד בכתובת הזאת/)
  await expect.element(row(title)).toMatchTextContent(/עוד לא לחצו/)
  await expect
    .poll(() => readLink(title))
    .toMatchObject({
      campaign: 'spring-sale',
      is_featured: true,
      starts_at: '2030-02-01T22:00:00+00:00',
      ends_at: '2030-02-02T22:00:00+00:00',
    })
  await page.getByRole('button', { name: `עריכה: ${title}` }).click()
  await expect.element(dialog.getByLabelText(/^עד סוף היום/)).toHaveValue('02.02.2030')
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  const shown = row(title).getByRole('switch', { name: 'מוצג' })
  await shown.click()
  await expect.poll(async () => (await readLink(title))!.is_enabled).toBe(false)
  await page.getByRole('button', { name: `מחיקה: ${title}` }).click()
  await expect.element(row(title)).not.toBeInTheDocument()
})

test('concurrent edits of different texts above the links by two users are both saved', async () => {
  const { data: before } = await backend.from('bio_pages').select('name, line').single().throwOnError()
  await openScreen('/crm/site/link-in-bio', 'content')
  const [name, line] = [
    page.getByRole('textbox', { name: 'שם', exact: true }),
    page.getByRole('textbox', { name: 'שורה אחת עליכם' }),
  ]
  const save = page.getByRole('button', { name: 'שמירה', exact: true })
  const [mine, theirs] = [unique('שלי'), unique('שלהם')]
  await name.fill(mine)
  await backendAs('admin').from('bio_pages').update({ line: theirs }).neq('name', '~').throwOnError()
  await save.click()
  await expect.element(page.getByRole('alert').filter({ hasText: new RegExp(theirs) })).toBeVisible()
  await save.click()
  await expect.element(page.getByText('העמוד נשמר')).toBeVisible()
  await expect.element(line).toHaveValue(theirs)
  const { data } = await backend.from('bio_pages').select('name, line').single().throwOnError()
  expect(data).toEqual({ name: mine, line: theirs })
  await backend.from('bio_pages').update(before).neq('name', '~').throwOnError()
})
