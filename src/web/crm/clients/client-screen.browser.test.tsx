import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { holdNextRequest, loseNextAnswer, loseRequests } from '../../../../test/browser/network.ts'
import { backendAsService, openScreen } from '../../../../test/browser/render.tsx'
import { startFamily } from '../../../../test/browser/start-family.ts'

const message = page.getByRole('textbox', { name: 'הודעה למשפחה, בעמוד הבית שלהם' })

test('a retry loads the stages if only they failed to load', async () => {
  const { contactId } = await startFamily()
  const network = loseRequests('/rest/v1/process_stage_instances')
  await openScreen(`/crm/clients/${contactId}`, 'owner')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/לא הצלחנו לטעון את העמוד/)
  network.restore()
  await page.getByRole('button', { name: 'ניסיון נוסף' }).click()
  await expect.element(message).toBeVisible()
})

test('a message to the family that is being typed survives a failed refetch', async () => {
  const { contactId, stage } = await startFamily()
  const change = (status: 'waiting_coach' | 'waiting_client') =>
    backendAsService().from('process_stage_instances').update({ status }).eq('id', stage).throwOnError()
  await openScreen(`/crm/clients/${contactId}`, 'owner')
  await message.fill('כל הכבוד על ההתמדה')
  const lost = Promise.withResolvers<void>()
  loseNextAnswer('GET /rest/v1/process_stage_instances', async () => lost.resolve())
  await change('waiting_coach')
  await lost.promise
  await change('waiting_client')
  await expect.poll(() => page.getByRole('button', { name: 'מחכה למשפחה' }).elements().length).toBe(0)
  await expect.element(message).toHaveValue('כל הכבוד על ההתמדה')
})

test('a message to the family that a colleague saved is shown while the field is not edited', async () => {
  const { contactId, stage } = await startFamily()
  const write = (note: string) =>
    backendAsService().from('process_stage_instances').update({ note }).eq('id', stage).throwOnError()
  await openScreen(`/crm/clients/${contactId}`, 'owner')
  await expect.element(message).toHaveValue('')
  await write('מחכים לתלושים')
  await expect.element(message).toHaveValue('מחכים לתלושים')
  await message.fill('התלושים הגיעו')
  await page.getByRole('button', { name: 'שמירת ההודעה' }).click()
  await expect.element(page.getByRole('button', { name: 'שמירת ההודעה' })).not.toBeInTheDocument()
  await expect.element(message).toHaveValue('התלושים הגיעו')
  await write('נפגשים ביום שני')
  await expect.element(message).toHaveValue('נפגשים ביום שני')
})

test('a message to the family that a colleague saved concurrently is overwritten only after the conflict message has shown the saved text', async () => {
  const { contactId, stage } = await startFamily()
  const stages = () => backendAsService().from('process_stage_instances')
  const stored = async () => (await stages().select('note').eq('id', stage).single().throwOnError()).data.note
  await openScreen(`/crm/clients/${contactId}`, 'owner')
  await message.fill('התלושים הגיעו')
  const held = holdNextRequest('PATCH /rest/v1/process_stage_instances')
  const save = page.getByRole('button', { name: 'שמירת ההודעה' })
  await save.click()
  await held.sent
  await stages().update({ note: 'נפגשים ביום שני' }).eq('id', stage).throwOnError()
  held.release()
  const notice = page.getByRole('alert').filter({ hasText: 'נפגשים ביום שני' })
  await expect.element(notice).toBeVisible()
  await expect.element(message).toHaveValue('התלושים הגיעו')
  expect(await stored()).toBe('נפגשים ביום שני')
  await save.click()
  await expect.element(notice).not.toBeInTheDocument()
  await expect.poll(stored).toBe('התלושים הגיעו')
})
