import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { makeContact } from '../../../../test/browser/make-contact.ts'
import { accountOf, backendAs, backendAsService, makeAccount, openScreen } from '../../../../test/browser/render.tsx'

const owner = backendAs('owner')

test('the home shows the remaining meetings of a package, and no card without a package', async () => {
  const client = await makeAccount('client')
  const { id } = await makeContact()
  await backendAsService().from('contacts').update({ client_user_id: client.id }).eq('id', id).throwOnError()
  await openScreen('/client-portal', client)
  await expect.element(page.getByRole('heading', { name: 'אין כרגע תהליך פעיל' })).toBeVisible()
  const { data: types } = await owner.from('appointment_types').select('id, title').limit(1).throwOnError()
  await owner.from('session_packages').insert({ contact_id: id, type_id: types[0]!.id, total: 2 }).throwOnError()
  const first = await openScreen('/client-portal', client)
  await expect.element(page.getByText('נשארו שתי פגישות מתוך 2')).toBeVisible()
  await first.unmount()
  await owner
    .from('session_packages')
    .update({ total: 8, expires_on: '2099-03-01' })
    .eq('contact_id', id)
    .throwOnError()
  await openScreen('/client-portal', client)
  const card = page.getByRole('region', { name: 'חבילת הפגישות' })
  await expect.element(card).toMatchTextContent(/נשארו 8 פגישות מתוך 8.*בתוקף עד .*99/)
  await expect.element(card.getByRole('link', { name: 'לפגישות' })).toHaveAttribute('href', '/client-portal/meetings')
  await expect.element(card.getByRole('button', { name: 'לתיאום פגישה' })).toBeVisible()
})

test('while the type of a package takes no bookings, the client gets a link to the messages', async () => {
  const client = await makeAccount('client')
  const { id } = await makeContact()
  await backendAsService().from('contacts').update({ client_user_id: client.id }).eq('id', id).throwOnError()
  const { data: type } = await owner
    .from('appointment_types')
    .insert({
      user_id: accountOf('owner').session.user.id,
      slug: `p-${crypto.randomUUID().slice(0, 8)}`,
      title: 'ליווי שנסגר',
      is_active: false,
    })
    .select('id')
    .single()
    .throwOnError()
  await owner.from('session_packages').insert({ contact_id: id, type_id: type.id, total: 1 }).throwOnError()
  await openScreen('/client-portal', client)
  await page.getByRole('button', { name: 'לתיאום פגישה' }).click()
  await expect.element(page.getByText('אי אפשר לקבוע כרגע מכאן. כתבו לנו, ונתאם יחד')).toBeVisible()
  await expect.poll(() => location.pathname).toBe('/client-portal/messages')
})

test('the meetings screen shows the remaining meetings of a package, with a link to book the next one', async () => {
  const { account, contactId } = await makeClient()
  const { data: types } = await owner.from('appointment_types').select('id').limit(1).throwOnError()
  await owner.from('session_packages').insert({ contact_id: contactId, type_id: types[0]!.id, total: 2 }).throwOnError()
  await openScreen('/client-portal/meetings', account)
  const card = page.getByRole('region', { name: 'חבילת הפגישות' })
  await expect.element(card).toMatchTextContent(/נשארו שתי פגישות מתוך 2/)
  await expect.element(card.getByRole('button', { name: 'לתיאום פגישה' })).toBeVisible()
  expect(card.getByRole('link', { name: 'לפגישות' }).elements()).toEqual([])
})
