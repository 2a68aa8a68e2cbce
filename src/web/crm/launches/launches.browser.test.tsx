import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'

const backend = backendAs('owner')

test('a launch gets a content with a worksheet, an offer with an early bonus, and texts of its page', async () => {
  const id = crypto.randomUUID()
  await backend
    .from('launches')
    .insert({ id, title: unique('סדרה').replaceAll('"', ''), mode: 'evergreen' })
    .throwOnError()
  await openScreen(`/crm/launches/${id}`, 'content')

  await page.getByRole('button', { name: 'תוכן', exact: true }).click()
  const content = page.getByRole('dialog', { name: 'תוכן חדש' })
  await content.getByRole('textbox', { name: 'שם', exact: true }).fill('למה תקציבים נופלים')
  await content.getByRole('textbox', { name: 'כתובת הסרטון' }).fill('https://youtu.be/abcdefghijk')
  await content.getByRole('textbox', { name: /אורך הסרטון/ }).fill('12')
  await content.getByRole('button', { name: 'הוספת התוכן' }).click()
  const length = content.getByRole('textbox', { name: /אורך הסרטון/ })
  await expect.element(length).toHaveAccessibleDescription(/דקות ושניות/)
  await length.fill('12:30')
  await content.getByRole('button', { name: 'הוספת התוכן' }).click()
  await expect.element(content).not.toBeInTheDocument()
  await page
    .getByLabelText('בחירת דף עבודה: למה תקציבים נופלים')
    .upload(new File(['%PDF-1.7 test'], 'דף.pdf', { type: 'application/pdf' }))
  await expect.element(page.getByText('דף.pdf')).toBeVisible()

  await page.getByRole('button', { name: 'עריכת ההצעה' }).click()
  const offer = page.getByRole('dialog', { name: 'ההצעה' })
  await offer.getByRole('textbox', { name: 'כותרת ההצעה' }).fill('בית מאוזן')
  await offer.getByRole('button', { name: 'בונוס', exact: true }).click()
  await offer.getByRole('textbox', { name: 'מה מקבלים' }).fill('מפגש אישי')
  await offer.getByRole('textbox', { name: /שעות מפתיחת ההרשמה/ }).fill('24')
  await offer.getByRole('button', { name: 'שמירת ההצעה' }).click()
  await expect.element(offer).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'עריכת עמוד ההצטרפות' }).click()
  const landing = page.getByRole('dialog', { name: 'עמוד ההצטרפות' })
  await landing.getByRole('textbox', { name: 'פתיח' }).fill('שלושה שיעורים קצרים')
  await landing.getByRole('button', { name: 'שמירה', exact: true }).click()
  await expect.element(page.getByText('שלושה שיעורים קצרים')).toBeVisible()

  const read = async () =>
    (
      await backend
        .from('launches')
        .select('offer, landing, launch_contents(video, worksheet_name, release_hours)')
        .eq('id', id)
        .single()
        .throwOnError()
    ).data
  await expect.poll(read).toMatchObject({
    offer: { title: 'בית מאוזן', bonuses: [{ text: 'מפגש אישי', hours: 24 }] },
    landing: { lead: 'שלושה שיעורים קצרים' },
    launch_contents: [
      { video: { source: 'youtube', ref: 'abcdefghijk', seconds: 750 }, worksheet_name: 'דף.pdf', release_hours: 0 },
    ],
  })
})
