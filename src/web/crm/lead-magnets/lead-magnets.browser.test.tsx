import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { emptyDefinition } from '#features/automations/engine/definition.ts'
import { holdNextRequest } from '../../../../test/browser/network.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'

const backend = backendAs('owner')
const pdf = new File(['%PDF-1.7 test'], 'מדריך.pdf', { type: 'application/pdf' })

test('a lead magnet is added, gets a file, and is published', async () => {
  const [title, slug] = [unique('מדריך').replaceAll('"', ''), `t-${crypto.randomUUID().slice(0, 12)}`]
  await openScreen('/crm/lead-magnets', 'content')
  await page.getByRole('button', { name: 'מדריך', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'מדריך חדש' })
  const address = dialog.getByRole('textbox', { name: 'הכתובת באתר, אחרי /lead/' })
  await dialog.getByRole('textbox', { name: 'כותרת' }).fill(title)
  await address.fill('sihat-kesef')
  await dialog.getByRole('button', { name: 'הוספת המדריך' }).click()
  await expect.element(address).toHaveAccessibleDescription(/כבר שייכת למדריך אחר/)
  await address.fill(slug)
  await dialog.getByRole('button', { name: 'הוספת המדריך' }).click()
  await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  const onSite = page.getByRole('switch', { name: 'באתר' })
  await onSite.click()
  await expect.element(page.getByText('כדי להציג באתר צריך קובץ או רצף הודעות')).toBeVisible()
  await expect.element(onSite).not.toBeChecked()
  await page.getByLabelText('בחירת קובץ').upload(pdf)
  await expect.element(page.getByText('מדריך.pdf')).toBeVisible()
  await onSite.click()
  const read = async () =>
    (await backend.from('lead_magnets').select('is_active, asset_name').eq('slug', slug).single().throwOnError()).data
  await expect.poll(read).toEqual({ is_active: true, asset_name: 'מדריך.pdf' })
  await expect.element(page.getByRole('link', { name: 'צפייה' })).toHaveAttribute('href', `/lead/${slug}`)
})

test('a title that is typed before the sequences are loaded is not lost', async () => {
  const { data: added } = await backend.functions.invoke<{ id: string }>('add-lead-magnet', {
    body: { title: unique('מדריך').replaceAll('"', ''), slug: `t-${crypto.randomUUID().slice(0, 12)}` },
  })
  const name = unique('רצף')
  const definition = emptyDefinition({ type: 'event', event: 'form.submitted', match: {} })
  await backend.from('automations').insert({ name, kind: 'sequence', definition }).throwOnError()
  const held = holdNextRequest('/rest/v1/automations')
  await openScreen(`/crm/lead-magnets/${added!.id}`, 'owner')
  await held.sent
  const title = page.getByRole('textbox', { name: 'כותרת' })
  await title.fill('מדריך בשם אחר')
  held.release()
  const sequence = page.getByLabelText('רצף הודעות').getByRole('option', { name, exact: true })
  await expect.element(sequence).toBeInTheDocument()
  await expect.element(title).toHaveValue('מדריך בשם אחר')
})

test('a click on a count lists the counted contacts', async () => {
  const slug = `t-${crypto.randomUUID().slice(0, 12)}`
  const { data: added } = await backend.functions.invoke<{ id: string }>('add-lead-magnet', {
    body: { title: unique('מדריך').replaceAll('"', ''), slug },
  })
  const { id } = added!
  await backend.functions.invoke(`add-lead-magnet-file?${new URLSearchParams({ id, name: 'a.pdf' }).toString()}`, {
    body: pdf,
  })
  await backend.from('lead_magnets').update({ is_active: true }).eq('id', id).throwOnError()
  const name = unique('רותי').replaceAll('"', '')
  await backend.functions.invoke('request-lead-magnet', { body: { slug, name, email: `${slug}@example.com` } })
  await openScreen(`/crm/lead-magnets/${id}`, 'owner')
  const requestCount = page.getByRole('button', { name: /1 ביקשו/ })
  await expect.element(requestCount).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('link', { name })).toBeVisible()
  await page.getByRole('button', { name: /פתחו/ }).click()
  await expect.element(page.getByText('אף אחד עוד לא הגיע לכאן.')).toBeVisible()
  await expect.element(page.getByRole('link', { name })).not.toBeInTheDocument()
})

test('the slug follows the title until it is edited manually', async () => {
  await openScreen('/crm/lead-magnets', 'content')
  await page.getByRole('button', { name: 'מדריך', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'מדריך חדש' })
  const title = dialog.getByRole('textbox', { name: 'כותרת' })
  const address = dialog.getByRole('textbox', { name: 'הכתובת באתר, אחרי /lead/' })
  await title.fill('Budget')
  await expect.element(address).toHaveValue('budget')
  await address.fill('budget-2031')
  await title.fill('Budget guide')
  await expect.element(title).toHaveValue('Budget guide')
  expect((address.element() as HTMLInputElement).value).toBe('budget-2031')
  await title.fill('')
  await address.fill('')
})
