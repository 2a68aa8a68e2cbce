import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ShownProcess, ShownStage } from '#features/processes/processes.data.ts'
import { makeClient } from '../../../test/browser/make-client.ts'
import { makeContact } from '../../../test/browser/make-contact.ts'
import { holdNextRequest } from '../../../test/browser/network.ts'
import {
  accountOf,
  backendAs,
  backendAsService,
  makeAccount,
  openScreen,
  renderApp,
} from '../../../test/browser/render.tsx'
import { HomeView } from './home/home-view.tsx'
import { StageTasks } from './stage-tasks.tsx'

const title = page.getByRole('heading', { level: 1 })
const now = new Date('2026-11-25T10:00:00+02:00')

function stage(name: string, changes: Partial<ShownStage> = {}, own: Partial<ShownStage['stage']> = {}): ShownStage {
  return {
    id: name,
    client_process_id: 'process',
    process_stage_id: name,
    status: 'locked',
    opened_at: null,
    due_on: null,
    done_at: null,
    note: null,
    goal_target: null,
    goal_reached: 0,
    goal_unit: '',
    ...changes,
    stage: {
      id: name,
      name,
      stage_order: 1,
      description: '',
      stage_type: 'plan',
      goal: '',
      completion_rule: '',
      task_template: [],
      ...own,
    },
  }
}

const show = (stages: ShownStage[], changes: Partial<ShownProcess> = {}) =>
  renderApp(
    <HomeView
      processes={[
        {
          id: 'process',
          contact_id: 'c',
          process_template_id: 't',
          status: 'active',
          started_on: '2026-10-01',
          template: { id: 't', name: 'ליווי', description: '' },
          stages,
          ...changes,
        },
      ]}
      meeting={undefined}
      now={now}
    />,
  )
const card = (name: string) => page.getByRole('region', { name })
const steps = () => [...document.querySelectorAll('.step__words')].map((one) => one.textContent)

test('the path shows completed stages with their dates, the current stage, and due dates', async () => {
  await show([
    stage('מיפוי', { status: 'done', done_at: '2026-11-09T10:00:00+02:00' }),
    stage('ביטוח', { status: 'skipped' }),
    stage('תקציב', { status: 'active', due_on: '2026-11-28' }),
    stage('חיסכון', { due_on: '2026-12-20' }),
    stage('פנסיה', { due_on: '2027-01-10' }),
  ])
  await expect
    .poll(steps)
    .toEqual([
      'מיפויהושלם ב־9 בנובמבר',
      'ביטוחדולג',
      'תקציבכאן אתם עכשיו',
      'חיסכוןעד 20 בדצמבר',
      'פנסיהעד 10 בינואר 2027',
    ])
  await expect.element(card('הדרך שלכם')).toMatchTextContent(/ליווי, שלב 3 מתוך 5/)
  await expect.element(card('השלב שלכם עכשיו')).toMatchTextContent(/תקציב.*עד 28 בנובמבר, /)
  await expect.element(page.getByRole('link', { name: 'לכל השלבים' })).toHaveAttribute('href', '/client-portal/process')
})

test('a due date that has passed is shown as a plan, not as a delay', async () => {
  await show([stage('תקציב', { status: 'active', due_on: '2026-11-20' })])
  await expect.element(card('השלב שלכם עכשיו')).toMatchTextContent(/תוכנן עד 20 בנובמבר/)
})

test.each([
  ['waiting_client', 'עכשיו התור שלכם: השלב מחכה לכם.'],
  ['waiting_coach', 'עכשיו התור שלנו. אין מה לעשות, נעדכן כשנסיים.'],
] as const)('a stage with the status %s shows whose turn it is', async (status, text) => {
  await show([stage('תקציב', { status })])
  await expect.element(card('השלב שלכם עכשיו')).toMatchTextContent(new RegExp(text))
})

test('the plan of a stage lists the family’s tasks with future due dates and the total duration', async () => {
  const task = { owner: 'client' as const, due_offset: 7, minutes: 20 }
  const task_template = [
    { ...task, name: 'רישום' },
    { ...task, name: 'איסוף', due_offset: 2, minutes: 1 },
    { ...task, name: 'בחירה', owner: 'both' as const, minutes: 45 },
    { ...task, name: 'הכנה של המלווה', owner: 'coach' as const },
  ]
  const current = stage('תקציב', { status: 'active', opened_at: '2026-11-20T09:00:00+02:00' }, { task_template })
  await renderApp(<StageTasks current={current} now={now} />)
  const items = card('מה עושים בשלב הזה').getByRole('listitem')
  await expect
    .poll(() => items.elements().map((one) => one.textContent))
    .toEqual(['רישוםעד 27 בנובמבר, 20 דקות', 'איסוףדקה', 'בחירהעד 27 בנובמבר, ביחד, 45 דקות'])
  await expect.element(card('מה עושים בשלב הזה')).toMatchTextContent(/כ־שעה בסך הכול/)
})

test('the home shows "no active process" only after the partner’s processes are loaded', async () => {
  const { account } = await makeClient()
  const shared = holdNextRequest('contact_id=neq.')
  await openScreen('/client-portal', account)
  await shared.sent
  await expect.element(card('מסמכים')).toBeVisible()
  expect(card('אין כרגע תהליך פעיל').elements()).toEqual([])
  shared.release()
  await expect.element(card('אין כרגע תהליך פעיל')).toBeVisible()
})

test('a process without stages shows a message, and a finished process has no current stage', async () => {
  const screen = await show([], { template: undefined })
  await expect.element(card('הדרך שלכם')).toMatchTextContent(/תהליך הליווי.*השלבים של התהליך עוד לא נקבעו/)
  await screen.unmount()
  await show([stage('מיפוי', { status: 'done' })])
  await expect.element(card('הדרך שלכם')).toMatchTextContent(/כל השלבים הושלמו/)
  expect(card('השלב שלכם עכשיו').elements()).toEqual([])
})

test('the coach’s note and the stage’s goal are shown if they have text', async () => {
  await show([
    stage('תקציב', { status: 'active', note: 'כל הכבוד' }, { goal: 'חודש בפלוס', completion_rule: 'יש תקציב כתוב' }),
  ])
  await expect.element(card('הודעה מהמלווה שלכם')).toMatchTextContent(/כל הכבוד/)
  await expect
    .element(card('הודעה מהמלווה שלכם').getByRole('link', { name: 'תשובה' }))
    .toHaveAttribute('href', '/client-portal/messages')
  await expect
    .element(card('הדרך שלכם'))
    .toMatchTextContent(/היעד בשלב הזה: חודש בפלוס.*השלב מסתיים כאשר יש תקציב כתוב\./)
})

test('progress towards the goal of the stage is shown as a bar, in percent and in words, once the coach counts it', async () => {
  const counted = { goal_target: 4, goal_reached: 3, goal_unit: 'שבועות' }
  const screen = await show([stage('תקציב', { status: 'active', ...counted }, { goal: 'חודש שלם לפי התקציב' })])
  await expect.element(card('הדרך שלכם')).toMatchTextContent(/היעד בשלב הזה: חודש שלם לפי התקציב75%3 מתוך 4 שבועות/)
  await expect.element(page.getByRole('progressbar', { name: '3 מתוך 4 שבועות' })).toHaveAttribute('value', '3')
  await screen.unmount()
  await show([stage('תקציב', { status: 'active' }, { goal: 'חודש שלם לפי התקציב' })])
  await expect.element(card('הדרך שלכם')).toMatchTextContent(/היעד בשלב הזה: חודש שלם לפי התקציב/)
  expect(page.getByRole('progressbar').elements()).toEqual([])
})

test('a client sees their own process, and a live update when the coach changes it', async () => {
  const coach = backendAs('coach')
  const { data: mine } = await coach
    .from('process_stage_instances')
    .select('id, note, process:client_processes!inner(contact:contacts!inner(client_user_id))')
    .eq('process.contact.client_user_id', accountOf('client').session.user.id)
    .eq('status', 'active')
    .single()
    .throwOnError()
  const write = (note: string | null) =>
    coach.from('process_stage_instances').update({ note }).eq('id', mine.id).throwOnError()
  await openScreen('/client-portal', 'client')
  await expect.element(title).toMatchTextContent(/איתי/)
  await expect.element(page.getByText(/^שבוע \d+ בתהליך, בשלב /)).toBeVisible()
  try {
    // The live channel is joined after the first screen: the note is written again until it appears.
    let wrote = 0
    await expect
      .poll(
        async () => {
          await write(`ניפגש ביום שלישי ${(wrote += 1)}`)
          return document.body.textContent
        },
        { interval: 1_500 },
      )
      .toMatch(/ניפגש ביום שלישי/)
  } finally {
    await write(mine.note)
  }
})

test('a client account without a linked contact gets a message and a link to the contact page', async () => {
  await openScreen('/client-portal', await makeAccount('client'))
  await expect.element(page.getByText('עוד לא מצאנו את התיק שלכם')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'יצירת קשר' })).toHaveAttribute('href', '/contact')
})

test('a client without an active process is greeted, with a message and a link to the call page', async () => {
  const account = await makeAccount('client')
  const { id } = await makeContact({ first: 'תמר' })
  await backendAsService().from('contacts').update({ client_user_id: account.id }).eq('id', id).throwOnError()
  const home = await openScreen('/client-portal', account)
  await expect.element(title).toMatchTextContent(/תמר/)
  await expect.element(page.getByText('אין כרגע תהליך פעיל')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'לשיחת היכרות' })).toHaveAttribute('href', '/book-a-call')
  await home.unmount()
  await openScreen('/client-portal/process', account)
  await expect.element(page.getByRole('link', { name: 'לכתוב לנו' })).toHaveAttribute('href', '/client-portal/messages')
})

test('a staff member sees that the account has no client file, with a link to the CRM', async () => {
  await openScreen('/client-portal', 'sales')
  await expect.element(title).toHaveTextContent('אין כאן תיק לקוח')
  await expect.element(page.getByText(accountOf('sales').email)).toBeVisible()
  await page.getByRole('link', { name: 'למערכת של צוות העסק' }).click()
  await expect.poll(() => location.pathname).toBe('/crm')
})

test('an account without a role gets no link to the CRM, and can sign out to use another account', async () => {
  await openScreen('/client-login', await makeAccount())
  await expect.element(title).toHaveTextContent('אין כאן תיק לקוח')
  expect(page.getByRole('link', { name: 'למערכת של צוות העסק' }).elements()).toEqual([])
  await page.getByRole('button', { name: 'יציאה וכניסה בחשבון אחר' }).click()
  await expect.element(title).toHaveTextContent('כניסה לאזור האישי')
})

test('a user who gets the client role after the refusal sees the portal on retry', async () => {
  const account = await makeAccount()
  await openScreen('/client-login', account)
  await expect.element(title).toHaveTextContent('אין כאן תיק לקוח')
  await backendAs('owner').from('user_roles').insert({ user_id: account.id, role: 'client' }).throwOnError()
  await page.getByRole('button', { name: 'בדיקה נוספת' }).click()
  await expect.poll(() => location.pathname).toBe('/client-portal')
})

test('a client who signs in is redirected to the requested page of the portal', async () => {
  await openScreen('/client-portal?from=mail')
  await expect.poll(() => location.pathname).toBe('/client-login')
  const { email, password } = accountOf('client')
  await page.getByLabelText('דוא״ל').fill(email)
  await page.getByLabelText('סיסמה', { exact: true }).fill(password)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.pathname + location.search).toBe('/client-portal?from=mail')
  await expect.element(title).toMatchTextContent(/איתי/)
})

test('the two sign-in pages link to each other', async () => {
  await openScreen('/client-login')
  await page.getByRole('link', { name: 'כניסה למערכת' }).click()
  await expect.element(title).toHaveTextContent('כניסה למערכת')
  await page.getByRole('link', { name: 'כניסה לאזור האישי' }).click()
  await expect.element(title).toHaveTextContent('כניסה לאזור האישי')
})

test('the portal fits a phone, and its account menu has no staff settings', async () => {
  await page.viewport(390, 844)
  await openScreen('/client-portal', 'client')
  await expect.element(title).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: /^החשבון שלי/ }).click()
  await expect.element(page.getByRole('menuitem', { name: 'יציאה' })).toBeVisible()
  expect(page.getByRole('menuitem', { name: 'הגדרות' }).elements()).toEqual([])
})

test('on a phone the accessibility button is beside the tabs of the bottom bar, not above the content', async () => {
  await page.viewport(390, 844)
  await openScreen('/client-portal', 'client')
  await expect.element(title).toBeVisible()
  const button = page.getByRole('button', { name: 'אפשרויות נגישות' })
  await expect.element(button).toBeVisible()
  const box = () => button.element().getBoundingClientRect()
  const bar = document.querySelector('.portal-nav--bottom')!
  await expect.poll(() => box().top).toBeGreaterThanOrEqual(bar.getBoundingClientRect().top)
  const starts = [...bar.querySelectorAll('.portal-nav__item')].map((item) => item.getBoundingClientRect().left)
  expect(Math.min(...starts)).toBeGreaterThanOrEqual(box().right)
})

test('on a phone text at 200 % doubles the tab labels, which fit beside the accessibility button', async () => {
  await page.viewport(390, 844)
  await openScreen('/client-portal', 'client')
  await expect.element(title).toBeVisible()
  const tabs = [...document.querySelectorAll<HTMLElement>('.portal-nav--bottom .portal-nav__item')]
  const size = () => Number.parseFloat(getComputedStyle(tabs[0]!).fontSize)
  const usual = size()
  document.documentElement.style.setProperty('--a11y-font-scale', '2')
  await expect.poll(size).toBe(2 * usual)
  expect(tabs.filter((tab) => tab.scrollWidth > tab.clientWidth).map((tab) => tab.textContent)).toEqual([])
  const button = page.getByRole('button', { name: 'אפשרויות נגישות' }).element().getBoundingClientRect()
  expect(Math.min(...tabs.map((tab) => tab.getBoundingClientRect().left))).toBeGreaterThanOrEqual(button.right)
})

test('on a wide screen the accessibility button of the portal has its usual size', async () => {
  await page.viewport(1440, 900)
  await openScreen('/client-portal', 'client')
  await expect.element(title).toBeVisible()
  const button = page.getByRole('button', { name: 'אפשרויות נגישות' })
  await expect.poll(() => button.element().getBoundingClientRect().width).toBe(52)
})

afterEach(() => page.viewport(1440, 900))

test('the saved extra monthly payment for debts is edited at its button', async () => {
  const account = await makeAccount('client')
  const { id } = await makeContact({ first: 'ליאור' })
  await backendAsService().from('contacts').update({ client_user_id: account.id }).eq('id', id).throwOnError()
  await openScreen('/client-portal/finances', account)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'הוספת חוב' }).click()
  await dialog.getByLabelText(/^שם/).fill('הלוואה')
  await dialog.getByLabelText(/^כמה נשאר לשלם/).fill('5000')
  await dialog.getByLabelText(/^ריבית שנתית/).fill('8')
  await dialog.getByLabelText(/^תשלום קבוע בחודש/).fill('500')
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  const extra = page.getByRole('button', { name: /^תוספת בחודש: / })
  await extra.click()
  await dialog.getByLabelText(/^תוספת בחודש/).fill('120')
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(extra).toMatchTextContent(/120/)
  await extra.click()
  await expect.element(dialog.getByLabelText(/^תוספת בחודש/)).toHaveValue('120')
})
