import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { accountOf, backendAs, openScreen, renderApp } from '../../../../test/browser/render.tsx'
import { uniqueEmail } from '../../../../test/browser/unique.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { MemberRow } from './member-row.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'

const backend = backendAs('owner')
const row = (text: string) => page.getByRole('listitem').filter({ hasText: new RegExp(text) })
const email = dialog.getByRole('textbox', { name: 'דוא״ל' })

const memberOf = async (role: 'owner' | 'coach' | 'sales') => {
  const { data } = await backend.rpc('team_members').throwOnError()
  return { ...data.find(({ user_id }) => user_id === accountOf(role).session.user.id)!, photo_url: null }
}

test('an invitation is listed as pending, a second one to the same address is refused, and a revoked one is removed', async () => {
  const address = uniqueEmail()
  await openScreen('/crm/settings?tab=team', 'owner')
  const invite = page.getByRole('button', { name: 'הזמנה לצוות' })
  await invite.click()
  await email.fill('not an address')
  await dialog.getByRole('button', { name: 'שליחת ההזמנה' }).click()
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill(address)
  await dialog.getByRole('radio', { name: /^מכירות/ }).click()
  await dialog.getByRole('button', { name: 'שליחת ההזמנה' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(row(address)).toMatchTextContent(/מכירות/)
  await invite.click()
  await email.fill(address)
  await dialog.getByRole('button', { name: 'שליחת ההזמנה' }).click()
  await expect.element(email).toHaveAccessibleDescription(/כבר נשלחה הזמנה לכתובת הזו/)
  await email.fill(accountOf('coach').email)
  await dialog.getByRole('button', { name: 'שליחת ההזמנה' }).click()
  await expect.element(email).toHaveAccessibleDescription('מי שהכתובת הזו שלו כבר בצוות')
  await email.fill('')
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await page.getByRole('button', { name: `שליחה חוזרת: ${address}` }).click()
  await expect.element(page.getByText('ההזמנה נשלחה לפני רגע. אפשר לשלוח שוב בעוד כמה דקות')).toBeVisible()
  await page.getByRole('button', { name: `ביטול ההזמנה: ${address}` }).click()
  await expect.element(page.getByText('ההזמנה בוטלה. הקישור שנשלח כבר לא פותח')).toBeVisible()
  await expect.element(row(address)).not.toBeInTheDocument()
})

test('admins can neither manage owners nor grant ownership, and see the second factor setting read-only', async () => {
  await openScreen('/crm/settings?tab=team', 'admin')
  const owner = await memberOf('owner')
  await expect.element(row(owner.email!)).toBeVisible()
  await expect.element(row(owner.email!).getByRole('button')).not.toBeInTheDocument()
  await expect.element(row(accountOf('admin').email).getByText('אני')).toBeVisible()
  await expect.element(page.getByRole('switch', { name: /^לבקש מכולם/ })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'הזמנה לצוות' }).click()
  await expect.element(dialog.getByRole('radio', { name: /^ניהול/ })).toBeVisible()
  await expect.element(dialog.getByRole('radio', { name: /^בעלות/ })).not.toBeInTheDocument()
})

test("a member's menu opens the deactivation and handover dialogs", async () => {
  await openScreen('/crm/settings?tab=team', 'owner')
  const actions = page.getByRole('button', { name: `פעולות: ${(await memberOf('coach')).name}` })
  await actions.click()
  await page.getByRole('menuitem', { name: 'סיום העבודה במערכת' }).click()
  await expect.element(page.getByRole('dialog', { name: /^סיום העבודה של/ })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'חזרה' }).click()
  await actions.click()
  await page.getByRole('menuitem', { name: 'העברת הטיפול' }).click()
  await expect.element(page.getByRole('dialog', { name: /^העברת הטיפול של/ })).toBeVisible()
})

test("a member's row counts open processes, and upcoming appointments only of a former member", async () => {
  const coach = { ...(await memberOf('coach')), contacts: 0, processes: 2, opportunities: 0, tasks: 0, meetings: 3 }
  const removed = { ...coach, user_id: crypto.randomUUID(), roles: [], former_roles: coach.roles }
  const acts = { onRole: () => {}, onLeave: () => {}, onHandOver: () => {} }
  await renderApp(
    <ul>
      <MemberRow member={coach} {...acts} />
      <MemberRow member={removed} {...acts} />
    </ul>,
    { as: 'owner' },
  )
  await expect.element(page.getByText('שני תהליכי ליווי פתוחים', { exact: true })).toBeVisible()
  await expect
    .element(page.getByText('נשארו בלי טיפול: שני תהליכי ליווי פתוחים, 3 פגישות ביומן', { exact: true }))
    .toBeVisible()
})

test('an owner without a second factor cannot require it from all, and the switch is reset', async () => {
  await openScreen('/crm/settings?tab=team', 'owner')
  const ask = page.getByRole('switch', { name: /^לבקש מכולם/ })
  await ask.click()
  await expect.element(page.getByText(/^לפני שמבקשים מכולם, מוסיפים אפליקציית אימות/)).toBeVisible()
  await expect.element(ask).not.toBeChecked()
})

test('a role change of the last owner is refused, with the reason at the role field', async () => {
  const member = await memberOf('owner')
  await renderApp(<RoleDialog member={member} onClose={() => {}} />, { as: 'owner' })
  await expect.element(dialog.getByRole('radio', { name: /^בעלות/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /^ניהול/ }).click()
  await dialog.getByRole('button', { name: 'שמירת התפקיד' }).click()
  await expect.element(dialog.getByText(/^חייב להישאר לפחות חשבון בעלות פעיל אחד/)).toBeVisible()
})

test('handed over work is assigned to the first chosen colleague unless another one is chosen', async () => {
  const member = { ...(await memberOf('coach')), contacts: 2, processes: 1, opportunities: 1, tasks: 3, meetings: 2 }
  const [sales, owner] = [accountOf('sales').session.user.id, accountOf('owner').session.user.id]
  await renderApp(<HandOverDialog member={member} leaves={false} onClose={() => {}} />, { as: 'owner' })
  await expect.element(dialog.getByText('שני אנשי קשר')).toBeVisible()
  await expect.element(dialog.getByText(/^שתי פגישות שנקבעו קדימה נשארות ביומן שלהם/)).toBeVisible()
  const [contacts, processes, opportunities, tasks] = [
    dialog.getByLabelText('אנשי הקשר עוברים אל'),
    dialog.getByLabelText('תהליכי הליווי הפתוחים עוברים אל'),
    dialog.getByLabelText('ההזדמנויות הפתוחות עוברות אל'),
    dialog.getByLabelText('המשימות הפתוחות עוברות אל'),
  ]
  const options = () => [...(contacts.element() as HTMLSelectElement).options]
  await expect.poll(() => options().length).toBeGreaterThan(2)
  expect(options()[0]!.text).toBe('לאף אחד, ישובץ אחר כך')
  expect(options().map(({ value }) => value)).not.toContain(member.user_id)
  const content = accountOf('content').session.user.id
  expect(options().map(({ value }) => value)).not.toContain(content)
  expect([...(tasks.element() as HTMLSelectElement).options].map(({ value }) => value)).toContain(content)
  expect([...(processes.element() as HTMLSelectElement).options].map(({ value }) => value)).not.toContain(sales)
  await tasks.selectOptions(owner)
  await contacts.selectOptions(sales)
  await expect.element(opportunities).toHaveValue(sales)
  await expect.element(processes).toHaveValue('')
  await expect.element(tasks).toHaveValue(owner)
  await opportunities.selectOptions('')
  await contacts.selectOptions(owner)
  await expect.element(processes).toHaveValue(owner)
  await expect.element(opportunities).toHaveValue('')
})

test('open processes are handed over to a chosen coach, even if assigned since the team was loaded', async () => {
  const member = { ...(await memberOf('coach')), contacts: 0, opportunities: 0, tasks: 0, meetings: 0 }
  const processes = dialog.getByLabelText('תהליכי הליווי הפתוחים עוברים אל')
  const submit = dialog.getByRole('button', { name: 'העברת הטיפול' })
  expect(member.processes).toBeGreaterThan(0)
  const shown = await renderApp(<HandOverDialog member={member} leaves={false} onClose={() => {}} />, { as: 'owner' })
  await submit.click()
  await expect.element(processes).toHaveFocus()
  await expect.element(processes).toHaveAccessibleDescription('יש תהליכי ליווי פתוחים. בחרו אל מי הם עוברים')
  await expect.poll(() => (processes.element() as HTMLSelectElement).options.length).toBeGreaterThan(1)
  await processes.selectOptions(accountOf('owner').session.user.id)
  await expect.element(processes).not.toHaveAttribute('aria-invalid')
  await shown.unmount()

  const stale = { ...member, processes: 0 }
  await renderApp(<HandOverDialog member={stale} leaves={false} onClose={() => {}} />, { as: 'owner' })
  await expect.element(dialog.getByText(/^אין דבר פתוח על שמם/)).toBeVisible()
  expect(processes.elements()).toEqual([])
  await submit.click()
  await expect.element(dialog.getByText('יש תהליכי ליווי פתוחים. בחרו אל מי הם עוברים')).toBeVisible()
  await expect.element(processes).toBeVisible()
  await expect.element(processes).toHaveValue('')
})

test('for a member without open work the dialog shows that there is nothing to hand over, and a deleted account is refused', async () => {
  const nothing = { contacts: 0, processes: 0, opportunities: 0, tasks: 0, meetings: 0 }
  const member = { ...(await memberOf('coach')), user_id: crypto.randomUUID(), ...nothing }
  await renderApp(<HandOverDialog member={member} leaves onClose={() => {}} />, { as: 'owner' })
  await expect.element(dialog.getByText(/^אין דבר פתוח על שמם/)).toBeVisible()
  await dialog.getByRole('button', { name: 'סיום העבודה במערכת' }).click()
  await expect.element(dialog.getByText('החשבון הזה אינו בצוות. הרשימה רועננה')).toBeVisible()
})

test('for a member with only upcoming appointments the dialog shows their number, and not that nothing is open', async () => {
  const member = { ...(await memberOf('coach')), contacts: 0, processes: 0, opportunities: 0, tasks: 0, meetings: 1 }
  await renderApp(<HandOverDialog member={member} leaves onClose={() => {}} />, { as: 'owner' })
  await expect.element(dialog.getByText(/^פגישה אחת שנקבעה קדימה נשארת ביומן שלהם/)).toBeVisible()
  await expect.element(dialog.getByText(/^אין דבר פתוח על שמם/)).not.toBeInTheDocument()
})
