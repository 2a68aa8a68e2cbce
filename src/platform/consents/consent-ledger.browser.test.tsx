import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { makeContact, newPhone } from '../../../test/browser/make-contact.ts'
import { backendAs, renderApp } from '../../../test/browser/render.tsx'
import { ConsentLedger } from './consent-ledger.tsx'
import type { ContactAddress } from './record-consent-dialog.tsx'
import { openDialog as dialog } from '../../../test/browser/open-dialog.ts'

const Screen = ({ contactId, points }: { contactId: string; points: readonly ContactAddress[] }) => (
  <ConsentLedger contactId={contactId} points={points} nameOf={useStaffName()} />
)

async function makeReachable() {
  const [phone, email] = [newPhone(), `${crypto.randomUUID()}@example.com`]
  const { id } = await makeContact({ phone, email })
  const points: ContactAddress[] = [
    { kind: 'phone', value_norm: phone },
    { kind: 'email', value_norm: email },
  ]
  return { id, phone, email, points }
}
const record = page.getByRole('button', { name: 'רישום הסכמה או הסרה' })
const submit = dialog.getByRole('button', { name: 'רישום', exact: true })
const proof = dialog.getByLabelText('הוכחה', { exact: false })
const entries = page.getByRole('listitem')

test('a contact without entries has no consent, and without a contact point none can be recorded', async () => {
  const { id } = await makeContact()
  await renderApp(<Screen contactId={id} points={[]} />, { as: 'owner' })
  await expect.element(page.getByText('אין הסכמה לדיוור – ההודעה לא תישלח')).toBeVisible()
  await expect.element(page.getByText('כדי לרשום הסכמה צריך טלפון או דוא״ל')).toBeVisible()
  expect(record.elements()).toEqual([])
})

test('a consent is recorded with its proof, its channel and the staff member', async () => {
  const { id, email, points } = await makeReachable()
  await renderApp(<Screen contactId={id} points={points} />, { as: 'owner' })
  await record.click()
  const ways = [...(dialog.getByLabelText('לאן').element() as HTMLSelectElement).options].map(
    ({ text }) => text.split(':')[0],
  )
  expect(ways).toEqual(['וואטסאפ', 'SMS', 'טלפון', 'דוא״ל'])
  await dialog.getByLabelText('לאן').selectOptions(`דוא״ל: ${email}`)
  await proof.fill('כן')
  await submit.click()
  await expect.element(proof).toHaveAccessibleDescription(/כתבו מה נאמר, מתי ואיך: זו ההוכחה/)
  await proof.fill('בשיחה מהיום')
  await submit.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('דוא״ל – יש הסכמה')).toBeVisible()
  await expect.element(entries.getByText('בשיחה מהיום')).toBeVisible()
  await expect.element(entries.getByText(/נאמר לצוות · נרשם על ידי מיכל לדוגמה/)).toBeVisible()
})

test('the latest entry of a channel is in force, and earlier entries remain listed', async () => {
  const { id, phone, points } = await makeReachable()
  const consent = (action: string) => ({
    contact: id,
    way: 'whatsapp',
    value: phone,
    action,
    proof: `בשיחה: ${action}`,
  })
  const backend = backendAs('sales')
  await backend.rpc('record_consent', consent('grant')).throwOnError()
  await renderApp(<Screen contactId={id} points={points} />, { as: 'owner' })
  await expect.element(page.getByText('וואטסאפ – יש הסכמה')).toBeVisible()
  await record.click()
  await dialog.getByLabelText('מה נאמר').selectOptions('ביקשו להפסיק')
  await proof.fill('בהודעה מהיום')
  await submit.click()
  await expect.element(page.getByText('אין הסכמה לדיוור – ההודעה לא תישלח')).toBeVisible()
  await expect.poll(() => entries.elements().length).toBe(2)
  await expect.element(entries.first()).toMatchTextContent(/^הסרה/)
  await expect.element(entries.nth(1)).toMatchTextContent(/^הסכמה/)
})

test('a contact point removed while the dialog is open is refused, and the input is preserved', async () => {
  const { id, email, points } = await makeReachable()
  await renderApp(<Screen contactId={id} points={points} />, { as: 'owner' })
  await record.click()
  await dialog.getByLabelText('לאן').selectOptions(`דוא״ל: ${email}`)
  await proof.fill('בשיחה מהיום')
  await backendAs('admin').from('contact_points').delete().eq('value_norm', email).throwOnError()
  await submit.click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('הטלפון או הדוא״ל הזה לא רשום אצל איש הקשר')
  await expect.element(proof).toHaveValue('בשיחה מהיום')
})
