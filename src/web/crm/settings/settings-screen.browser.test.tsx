import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
import { loseNextRequest } from '../../../../test/browser/network.ts'
import { addContact, uniqueName } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { violationsOf } from '../../../../test/browser/violations.ts'

const nav = page.getByRole('navigation', { name: 'הגדרות' })
const message = page.getByRole('region', { name: 'הודעות' })
const titles = () =>
  nav
    .getByRole('link')
    .elements()
    .map((link) => link.textContent)

test.each<[Role, string[]]>([
  ['sales', ['הפרופיל שלי', 'אינטגרציות', 'התראות', 'אבטחה']],
  ['content', ['הפרופיל שלי', 'אינטגרציות', 'התראות', 'אבטחה']],
])('the role %s sees only the settings of the account', async (role, own) => {
  await openScreen('/crm/settings?tab=team', role)
  await expect.element(nav.getByRole('link', { name: 'הפרופיל שלי' })).toHaveAttribute('aria-current', 'page')
  expect(titles()).toEqual(own)
  await expect.element(page.getByRole('heading', { name: 'צוות והרשאות' })).not.toBeInTheDocument()
  await nav.getByRole('link', { name: 'אינטגרציות' }).click()
  await expect.element(page.getByRole('heading', { name: 'Google Calendar' })).toBeVisible()
  await expect.element(page.getByText(/Pixel/)).not.toBeInTheDocument()
})

test('the tab is in the URL and in the page title', async () => {
  const { router } = await openScreen('/crm/settings?tab=fields', 'admin')
  await expect.element(page.getByRole('heading', { level: 2, name: 'שדות' })).toBeVisible()
  await expect.poll(() => document.title).toMatch(/^הגדרות: שדות/)
  await nav.getByRole('link', { name: 'התראות' }).click()
  await expect.element(page.getByRole('heading', { level: 2, name: 'התראות' })).toBeVisible()
  expect(router.state.location.search).toBe('?tab=notifications')
})

test('users switch notifications on and off, and a switch that was not saved reverts', async () => {
  await openScreen('/crm/settings?tab=notifications', 'coach')
  const toggle = page.getByRole('switch', { name: /^משימה קרובה/ })
  await expect.element(toggle).toBeChecked()
  await expect.element(page.getByRole('switch', { name: /^תלונה על דיוור/ })).not.toBeInTheDocument()
  await toggle.click()
  await expect.element(toggle).not.toBeChecked()
  const stored = async () => {
    const { data } = await backendAs('coach').from('notification_preferences').select('type, in_app').throwOnError()
    return data.find(({ type }) => type === 'task.upcoming')?.in_app
  }
  await expect.poll(stored).toBe(false)
  loseNextRequest('POST notification_preferences')
  await toggle.click()
  await expect.element(message).toMatchTextContent('הבחירה לא נשמרה')
  await expect.element(toggle).not.toBeChecked()
  await toggle.click()
  await expect.element(toggle).toBeChecked()
  await expect.poll(stored).toBe(true)
})

test.each(['light', 'dark'])(
  'the messages tab has no violations of accessibility rules and fits 390 px (%s)',
  async (theme) => {
    await page.viewport(390, 844)
    document.documentElement.dataset['theme'] = theme
    await openScreen('/crm/settings?tab=messages', 'owner')
    for (const name of ['אימות הדומיין', 'שעות ותדירות', 'ערוצים'])
      await expect.element(page.getByRole('region', { name })).toBeVisible()
    expect(await violationsOf()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await page.viewport(1440, 900)
  },
)

test('on a phone the active tab is scrolled into view', async () => {
  await page.viewport(390, 844)
  await openScreen('/crm/settings?tab=audit', 'owner')
  await expect.element(nav.getByRole('link', { name: 'יומן שינויים' })).toBeInViewport()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.viewport(1440, 900)
})

test('the audit log shows the author, field, and old and new value, and links to the record', async () => {
  const contact = await addContact({ source: 'אתר' })
  await backendAs('admin').from('contacts').update({ source: 'שאלון' }).eq('id', contact.id).throwOnError()
  const { router } = await openScreen(`/crm/settings?tab=audit&contact=${contact.id}`, 'owner')
  const entry = page.getByRole('listitem').filter({ hasText: 'שאלון' })
  await expect.element(entry).toMatchTextContent('אורן לדוגמה')
  await expect.element(entry).toMatchTextContent(/מקור:.*אתר.*שאלון/)
  await expect.element(page.getByRole('listitem').filter({ hasText: 'הוספה' })).toMatchTextContent('מיכל לדוגמה')
  await page.getByLabelText('על ידי').selectOptions('אורן לדוגמה')
  await expect.element(page.getByRole('listitem').filter({ hasText: 'הוספה' })).not.toBeInTheDocument()
  expect(new URLSearchParams(router.state.location.search).get('contact')).toBe(contact.id)
  await page.getByLabelText('עד תאריך').fill('2020-01-01')
  await expect.element(page.getByText('אין שינויים שמתאימים לסינון הזה.')).toBeVisible()
  await page.getByLabelText('עד תאריך').fill('')
  await entry.getByRole('link', { name: contact.full_name }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(contact.full_name)
})

test('the audit log of one contact can be expanded to all, and unknown filters are ignored', async () => {
  const contact = await addContact({ last_name: uniqueName() })
  const { router } = await openScreen(`/crm/settings?tab=audit&contact=${contact.id}&who=x&what=y&from=z`, 'admin')
  const only = page.getByRole('button', { name: `רק על ${contact.full_name}` })
  await expect.element(page.getByRole('listitem').filter({ hasText: 'הוספה' })).toHaveLength(1)
  await only.click()
  await expect.element(only).not.toBeInTheDocument()
  expect(router.state.location.search).not.toContain('contact=')
  await page.getByLabelText('מה', { exact: true }).selectOptions('משימות')
  expect(new URLSearchParams(router.state.location.search).get('what')).toBe('tasks')
})

test('switching off the daily digest without a connection shows an error, and the switch reverts', async () => {
  await openScreen('/crm/settings?tab=notifications', 'content')
  const toggle = page.getByRole('switch', { name: /^סיכום בוקר/ })
  await expect.element(toggle).toBeEnabled()
  loseNextRequest('POST staff_digests')
  await toggle.click()
  await expect.element(message).toMatchTextContent('הבחירה לא נשמרה')
  await expect.element(toggle).toBeChecked()
})
