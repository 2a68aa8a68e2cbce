import { expect, onTestFinished, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { texts as accessibility } from '#features/accessibility/accessibility-texts.ts'
import type { Role } from '#platform/accounts/roles.ts'
import { toast } from '#ui/toast/toast.tsx'
import { untilSubscribed } from '../../../../test/browser/until-subscribed.ts'
import { holdNextRequest, loseNextRequest } from '../../../../test/browser/network.ts'
import {
  addContact,
  addOpportunity,
  addTask,
  readTask,
  stageIdOf,
  uniqueName,
} from '../../../../test/browser/own-rows.ts'
import { backendAs, backendAsService, makeAccount, openScreen } from '../../../../test/browser/render.tsx'

const side = page.getByRole('complementary', { name: 'ניווט במערכת' })
const bottom = page.getByRole('navigation', { name: 'ניווט ראשי' })
const help = page.getByRole('dialog', { name: 'מקשי קיצור' })
const message = page.getByRole('region', { name: 'הודעות' })
const textsOf = (links: Element[]) => links.map((link) => link.textContent)

test.each<[Role, string[]]>([
  ['sales', ['היום', 'משימות', 'צינור מכירות', 'אנשי קשר', 'הגדרות']],
  ['content', ['היום', 'משימות', 'תוכן האתר', 'מוצרים ומחירים', 'בלוג', 'דיוור', 'קידום האתר', 'צפיות באתר', 'הגדרות']],
])('the navigation of the role %s links to its screens, and marks the current one', async (role, texts) => {
  await openScreen('/crm/tasks', role)
  await expect.element(side.getByRole('link', { name: 'משימות' })).toHaveAttribute('aria-current', 'page')
  await expect.element(side.getByRole('link', { name: 'היום' })).not.toHaveAttribute('aria-current')
  expect(textsOf(side.getByRole('link').elements()).filter((text) => texts.includes(text!))).toEqual(texts)
  for (const hidden of ['צינור מכירות', 'בלוג'].filter((text) => !texts.includes(text)))
    await expect.element(side.getByRole('link', { name: hidden })).not.toBeInTheDocument()
})

test('the link on the logo has a name before the business profile is loaded', async () => {
  const profile = holdNextRequest('/rest/v1/business_profiles')
  await openScreen('/crm/tasks', 'sales')
  await profile.sent
  await expect.element(side.getByRole('link', { name: 'לדף הבית', exact: true })).toHaveAttribute('href', '/crm')
  profile.release()
  await expect.element(side.getByRole('link', { name: 'בית מרווח', exact: true })).toHaveAttribute('href', '/crm')
})

test('navigation focuses and announces the new screen, and the first Tab offers the skip link', async () => {
  await openScreen('/crm/tasks', 'sales')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('משימות')
  await userEvent.tab()
  await expect.element(page.getByRole('link', { name: 'דילוג לתוכן הראשי' })).toHaveFocus()
  await side.getByRole('link', { name: 'אנשי קשר' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('אנשי קשר')
  await expect.element(page.getByRole('main')).toHaveFocus()
  await expect.poll(() => document.title).toMatch(/^אנשי קשר/)
})

test('changing a filter in the URL does not move the focus out of its field', async () => {
  await openScreen('/crm/tasks', 'sales')
  const search = page.getByLabelText('חיפוש במשימות')
  await search.fill(uniqueName())
  await expect.element(page.getByText('אין משימות שמתאימות לסינון')).toBeVisible()
  await expect.element(search).toHaveFocus()
})

test('on a phone four screens are in the bar and the others in its last menu', async () => {
  await page.viewport(390, 844)
  const { router } = await openScreen('/crm/contacts', 'owner')
  await expect.element(bottom.getByRole('link', { name: 'אנשי קשר' })).toHaveAttribute('aria-current', 'page')
  expect(textsOf(bottom.getByRole('link').elements())).toEqual(['היום', 'מכירות', 'אנשי קשר', 'יומן'])
  await bottom.getByRole('button', { name: 'עוד' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'תוכן האתר' })).toBeInViewport()
  await page.getByRole('menuitem', { name: 'בלוג' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/crm/blog')
  await page.viewport(1440, 900)
})

test('the question mark opens the shortcut help, but not while typing', async () => {
  await openScreen('/crm/tasks', 'sales')
  const field = page.getByLabelText('משימה חדשה')
  await field.click()
  await userEvent.keyboard('?')
  await expect.element(field).toHaveValue('?')
  await expect.element(help).not.toBeInTheDocument()
  page.getByRole('main').element().focus()
  await userEvent.keyboard('?')
  await expect.element(help).toBeVisible()
  await help.getByRole('checkbox', { name: 'המקש ? פותח את הרשימה הזו' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(help).not.toBeInTheDocument()
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('main')).toBeVisible()
  await expect.element(help).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'עזרה: מקשי קיצור' }).click()
  await expect.element(help.getByRole('checkbox')).not.toBeChecked()
})

test('an action can be undone from the help after its toast disappeared, also on another screen', async () => {
  const name = `לשלוח ${uniqueName()}`
  const { id } = await addTask({ name }, 'sales')
  const { router } = await openScreen(`/crm/tasks?q=${encodeURIComponent(name)}`, 'sales')
  await page.getByRole('checkbox', { name: `בוצע: ${name}` }).click()
  await expect.element(message).toMatchTextContent(`בוצע: ${name}`)
  await router.navigate('/crm/settings')
  await page.getByRole('button', { name: 'עזרה: מקשי קיצור' }).click()
  await help.getByRole('button', { name: `ביטול: בוצע: ${name}` }).click()
  await expect.poll(async () => (await readTask(id)).status).toBe('To Do')
  await expect.element(help.getByRole('button', { name: `ביטול: בוצע: ${name}` })).not.toBeInTheDocument()
})

test('the user menu undoes the last action and links to bin and settings', async () => {
  const name = `לשלוח ${uniqueName()}`
  const { id } = await addTask({ name }, 'sales')
  const { router } = await openScreen(`/crm/tasks?q=${encodeURIComponent(name)}`, 'sales')
  await page.getByRole('checkbox', { name: `בוצע: ${name}` }).click()
  await expect.poll(async () => (await readTask(id)).status).toBe('Done')
  const me = side.getByRole('button', { name: /עמית לדוגמה/ })
  await expect.element(me).toMatchTextContent('מכירות')
  await me.click()
  await page.getByRole('menuitem', { name: `ביטול: בוצע: ${name}` }).click()
  await expect.poll(async () => (await readTask(id)).status).toBe('To Do')
  await me.click()
  await page.getByRole('menuitem', { name: 'סל המיחזור' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/crm/bin')
})

test('content staff have no bin in their menu, but can choose the theme there', async () => {
  await openScreen('/crm/tasks', 'content')
  const me = side.getByRole('button', { name: /רותם לדוגמה/ })
  await me.click()
  await expect.element(page.getByRole('menuitem', { name: 'הגדרות' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'סל המיחזור' })).not.toBeInTheDocument()
  const theme = () => document.documentElement.dataset['theme']
  await page.getByRole('menuitemradio', { name: 'כהה' }).click()
  await expect.poll(theme).toBe('dark')
  await me.click()
  await expect.element(page.getByRole('menuitemradio', { name: 'כהה' })).toHaveAttribute('aria-checked', 'true')
  await page.getByRole('menuitemradio', { name: 'בהיר' }).click()
  await expect.poll(theme).not.toBe('dark')
})

test('the help lists past toasts', async () => {
  await openScreen('/crm/tasks', 'sales')
  const text = `הודעה ${uniqueName()}`
  const id = toast.info(text)
  await expect.element(message).toMatchTextContent(text)
  toast.close(id)
  await page.getByRole('button', { name: 'עזרה: מקשי קיצור' }).click()
  await expect.element(help.getByText(text)).toBeVisible()
})

test("a colleague's move is announced on every screen with their name, but the user's own moves are not", async () => {
  const screen = await openScreen('/crm/settings', 'owner')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('הגדרות')
  await untilSubscribed(screen)
  const contact = await addContact()
  const own = await addOpportunity({ contact_id: contact.id, name: `שלי ${uniqueName()}` })
  const move = async (role: Role, { id, version }: { id: string; version: number }) => {
    const to_stage_id = await stageIdOf('contacted')
    await backendAs(role)
      .rpc('move_opportunity', { opportunity_id: id, expected_version: version, to_stage_id })
      .throwOnError()
  }
  await move('owner', own)
  const theirs = await addOpportunity({ contact_id: contact.id, name: `שלהם ${uniqueName()}` }, 'new', 'admin')
  await move('admin', theirs)
  await expect.element(message).toMatchTextContent(/עדכון בצינור/)
  await expect.element(message).not.toMatchTextContent(own.name)
})

test('a user who muted board notifications sees colleagues move cards without toasts', async () => {
  const account = await makeAccount('sales')
  await backendAsService()
    .from('notification_preferences')
    .insert({ user_id: account.id, type: 'opportunity.changed', in_app: false })
    .throwOnError()
  const word = uniqueName()
  const contact = await addContact({ last_name: word })
  const { id: opportunity_id, ...moved } = await addOpportunity({ contact_id: contact.id, name: word }, 'new', 'admin')
  const preferences = holdNextRequest('/rest/v1/notification_preferences')
  preferences.release()
  const screen = await openScreen(`/crm/pipeline?q=${encodeURIComponent(word)}`, account)
  await preferences.answered
  await expect.element(page.getByRole('article', { name: word, exact: true })).toBeVisible()
  await untilSubscribed(screen)
  let expected_version = moved.version
  // A toast of the first move would be shown before the second move arrives.
  for (const [slug, stage] of [
    ['contacted', 'נוצר קשר'],
    ['new', 'פנייה חדשה'],
  ] as const) {
    const { data } = await backendAs('admin')
      .rpc('move_opportunity', { opportunity_id, expected_version, to_stage_id: await stageIdOf(slug) })
      .throwOnError()
    expected_version = data.version
    const lane = page.getByRole('region', { name: stage, exact: true })
    await expect.element(lane.getByRole('article', { name: word, exact: true })).toBeVisible()
  }
  expect(page.getByText(/עדכון בצינור/).elements()).toEqual([])
})

test('a client is redirected to the portal, and sees no staff menus', async () => {
  await openScreen('/crm', 'client')
  await expect.element(page.getByText('האזור שלכם נמצא במקום אחר')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'לאזור האישי' })).toHaveAttribute('href', '/client-portal')
  await expect.element(side).not.toBeInTheDocument()
})

test('if the roles fail to load, an error with a retry is shown instead of "no access"', async () => {
  loseNextRequest('/rest/v1/user_roles')
  await openScreen('/crm/tasks', 'sales')
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByText('החשבון פתוח, הגישה עוד לא')).not.toBeInTheDocument()
})

test('if the accessibility menu failed to load, the next click opens it', async () => {
  await openScreen('/crm/tasks', 'sales')
  const opener = page.getByRole('button', { name: accessibility.button, exact: true })
  await expect.element(opener).toBeVisible()
  await cdp().send('Network.enable')
  await cdp().send('Network.setBlockedURLs', { urls: ['*accessibility-widget*'] })
  onTestFinished(async () => void (await cdp().send('Network.disable')))
  await opener.click()
  await expect.element(message).toMatchTextContent('אין חיבור לשרת. נסו שוב')
  await cdp().send('Network.setBlockedURLs', { urls: [] })
  await opener.click()
  await expect.element(page.getByRole('dialog', { name: accessibility.title })).toBeVisible()
})
