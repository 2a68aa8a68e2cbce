import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

test('recipients are listed and filtered by outcome, and a page number beyond the last page shows the last page', async () => {
  const { data } = await backendAs('owner')
    .from('campaigns')
    .select('id')
    .eq('status', 'sent')
    .limit(1)
    .single()
    .throwOnError()
  const { data: people } = await backendAs('owner')
    .from('campaign_people')
    .select('full_name, outcome')
    .eq('campaign_id', data.id)
    .throwOnError()
  const sent = people.filter(({ outcome }) => outcome === 'sent')
  await openScreen(`/crm/email/${data.id}?page=9`, 'owner')
  const table = page.getByRole('region', { name: 'מה קרה עם כל אחד' })
  await expect.element(table.getByRole('row')).toHaveLength(people.length + 1)
  await page.getByRole('navigation', { name: 'את מי להציג' }).getByRole('link', { name: 'נשלחו' }).click()
  await expect.element(table.getByRole('row')).toHaveLength(sent.length + 1)
  await expect.element(table).toMatchTextContent(sent[0]!.full_name)
})
