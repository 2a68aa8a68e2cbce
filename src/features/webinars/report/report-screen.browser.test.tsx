import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

test('a malformed session in the URL shows the report of all sessions', async () => {
  const { data } = await backendAs('owner')
    .from('webinars')
    .insert({ title: 'תקציב שמחזיק', slug: `report-${crypto.randomUUID()}` })
    .select('id')
    .single()
    .throwOnError()
  await openScreen(`/admin/webinars/${data.id}/report?session=log`, 'owner')
  await expect.element(page.getByText('עוד אין צפייה.')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'מפגש' })).toHaveValue('')
})
