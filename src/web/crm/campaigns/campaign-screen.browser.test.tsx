import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { unique } from '../../../../test/browser/make-contact.ts'
import { loseNextResponse } from '../../../../test/browser/network.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

const backend = backendAs('owner')
const name = page.getByLabelText('שם פנימי')

async function addCampaign() {
  const { data } = await backend
    .from('campaigns')
    .insert({ name: unique('איגרת') })
    .select('id, name')
    .single()
    .throwOnError()
  return data
}
const storedName = async (id: string) =>
  (await backend.from('campaigns').select('name').eq('id', id).single().throwOnError()).data.name

test('a draft that a colleague saved can be reopened in the latest version and edited', async () => {
  const { id } = await addCampaign()
  await openScreen(`/crm/email/${id}`, 'content')
  await expect.element(name).toBeVisible()
  const theirs = unique('של דנה')
  await backendAs('admin').from('campaigns').update({ name: theirs }).eq('id', id).throwOnError()
  await name.fill(unique('שלי'))
  await page.getByRole('button', { name: 'לגרסה האחרונה' }).click()
  await expect.element(name).toHaveValue(theirs)
  const then = unique('אחרי דנה')
  await name.fill(then)
  await expect.poll(() => storedName(id)).toBe(then)
})

test('a save whose response was lost is not a conflict with the next edit', async () => {
  const { id } = await addCampaign()
  await openScreen(`/crm/email/${id}`, 'content')
  await expect.element(name).toBeVisible()
  loseNextResponse('PATCH /rest/v1/campaigns')
  const first = unique('ראשון')
  await name.fill(first)
  await expect.poll(() => storedName(id)).toBe(first)
  const second = unique('שני')
  await name.fill(second)
  await expect.poll(() => storedName(id)).toBe(second)
  await expect.element(page.getByText('נשמר', { exact: true })).toBeVisible()
})

test('an edit discarded when leaving is not saved later', async () => {
  const campaign = await addCampaign()
  const { router } = await openScreen(`/crm/email/${campaign.id}`, 'content')
  await expect.element(name).toHaveValue(campaign.name)
  const leave = page.getByRole('button', { name: 'יציאה בלי לשמור' })
  // Paused, so that a slow machine does not save the edit before the draft is left.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const tick = () => vi.advanceTimersByTime(1)
  await name.fill(unique('נזנח'))
  await expect.element(page.getByText('עוד רגע נשמר')).toBeVisible()
  void router.navigate('/crm/settings')
  await expect.poll(() => (tick(), leave.elements().length)).toBe(1)
  await leave.click()
  await expect.poll(() => (tick(), name.elements().length)).toBe(0)
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  // A write sent before this one is stored before it.
  await backend.from('campaigns').update({ preheader: 'אחרי' }).eq('id', campaign.id).throwOnError()
  expect(await storedName(campaign.id)).toBe(campaign.name)
})
