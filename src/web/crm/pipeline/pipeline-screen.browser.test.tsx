import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addContact, addOpportunity, addTask, movedTo, uniqueName } from '../../../../test/browser/own-rows.ts'
import { openScreen } from '../../../../test/browser/render.tsx'

const card = (name: string) => page.getByRole('article', { name, exact: true })
const sheet = page.getByRole('dialog', { name: 'הזדמנות', exact: true })
const rows = () => [...document.querySelectorAll('tbody th a')].map((link) => link.textContent)

/** Three opportunities with amounts from 1,000 to 3,000 shekels; the second has a next step. */
async function addThree() {
  const word = uniqueName()
  const contact = await addContact({ last_name: word })
  const names = ['א', 'ב', 'ג'].map((letter) => `${letter} ${word}`)
  const made = []
  for (const [i, name] of names.entries())
    made.push(await addOpportunity({ contact_id: contact.id, name, amount_agorot: (i + 1) * 100_000 }))
  await addTask({ name: 'להתקשר', opportunity_id: made[1]!.id, contact_id: contact.id, due_date: '2030-01-01' })
  return { word, contact, names, made, search: `?q=${encodeURIComponent(word)}` }
}

test('Enter opens the card in a sheet with its URL, J opens the next card, and Escape restores the focus', async () => {
  const { names, made, search } = await addThree()
  const { router } = await openScreen(`/crm/pipeline${search}`, 'sales')
  await expect.element(card(names[2]!)).toBeVisible()
  const order = [...document.querySelectorAll('[data-card]')].map((each) => each.getAttribute('data-card'))
  const nameOf = (id: string | null | undefined) => made.find((one) => one.id === id)!.name
  card(nameOf(order[0])).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(sheet.getByRole('heading', { name: nameOf(order[0]), level: 2 })).toBeVisible()
  expect(new URLSearchParams(router.state.location.search).get('deal')).toBe(order[0])
  await expect.element(sheet.getByText('1 מתוך 3')).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(sheet.getByRole('heading', { name: nameOf(order[1]), level: 2 })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  expect(router.state.location.search).toBe(search)
})

test('the sheet links to the full page, which links back to the same list', async () => {
  const { names, made, search } = await addThree()
  const { router } = await openScreen(`/crm/pipeline${search}`, 'sales')
  await card(names[0]!).getByRole('link').first().click()
  await sheet.getByRole('button', { name: 'פתיחה בעמוד מלא' }).click()
  await expect.element(page.getByRole('heading', { name: names[0]!, level: 1 })).toBeVisible()
  expect(router.state.location.pathname).toBe(`/crm/opportunities/${made[0]!.id}`)
  await page.getByRole('link', { name: 'לצינור המכירות' }).click()
  await expect.element(card(names[0]!)).toBeVisible()
  expect(router.state.location.search).toBe(search)
})

test('selecting a stage in the sheet moves the card on the board behind it', async () => {
  const { names, made, search } = await addThree()
  await openScreen(`/crm/pipeline${search}&deal=${made[0]!.id}`, 'sales')
  await sheet.getByRole('button', { name: /^במעקב/ }).click()
  await expect.poll(() => movedTo(made[0]!.id)).toMatchObject({ stage: 'followup' })
  await expect
    .poll(() => document.querySelector(`[data-card="${made[0]!.id}"]`)?.closest('section')?.getAttribute('aria-label'))
    .toBe('במעקב')
  await expect.element(sheet.getByRole('heading', { name: names[0]! })).toBeVisible()
})

test('the URL of an unknown opportunity shows a message in the sheet', async () => {
  await openScreen(`/crm/pipeline?deal=${crypto.randomUUID()}`, 'sales')
  await expect.element(sheet.getByText('ייתכן שנמחקה, או שאין לכם גישה אליה.')).toBeVisible()
})

test('the table lists open rows first, sorts by its headers in both directions, and keeps the filter on the board', async () => {
  const { names, search } = await addThree()
  const { router } = await openScreen(`/crm/pipeline${search}`, 'sales')
  await page.getByRole('button', { name: 'רשימה', exact: true }).click()
  await expect.poll(() => new Set(rows())).toEqual(new Set(names))
  expect(router.state.location.search).toBe(`${search}&show=table&status=open`)
  await expect.element(page.getByRole('link', { name: 'פתוחות', exact: true })).toBeInTheDocument()
  await page.getByRole('button', { name: 'סכום', exact: true }).click()
  await expect.poll(rows).toEqual(names)
  await expect.element(page.getByRole('columnheader', { name: 'סכום' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'סכום', exact: true }).click()
  await expect.poll(rows).toEqual(names.toReversed())
  await expect.element(page.getByRole('columnheader', { name: 'סכום' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('link', { name: names[1]! }).click()
  await expect.element(sheet.getByText('2 מתוך 3')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'לוח', exact: true }).click()
  await expect.element(card(names[0]!)).toBeVisible()
  expect(router.state.location.search).not.toMatch(/show|status/)
})

test('table rows are selected with Shift or all at once, and move together', async () => {
  const { names, made, search } = await addThree()
  await openScreen(`/crm/pipeline${search}&show=table&sort=amount_agorot`, 'admin')
  const bar = page.getByRole('region', { name: 'פעולות על הנבחרות' })
  await page.getByRole('checkbox', { name: `בחירה: ${names[0]}` }).click()
  await page.getByRole('checkbox', { name: `בחירה: ${names[1]}` }).click({ modifiers: ['Shift'] })
  await expect.element(bar).toMatchTextContent('נבחרו שתי הזדמנויות')
  const all = page.getByRole('checkbox', { name: 'בחירת כל השורות שמוצגות' })
  await expect.element(all).not.toBeChecked()
  await bar.getByRole('button', { name: 'בחירת כולן' }).click()
  await expect.element(all).toBeChecked()
  await bar.getByRole('button', { name: 'שלב' }).click()
  await page.getByRole('menuitem', { name: 'לא הבשילה' }).click()
  const lost = page.getByRole('dialog', { name: 'למה ההזדמנות לא הבשילה?' })
  await lost.getByLabelText(/^סיבה/).selectOptions('אין מענה')
  await lost.getByRole('button', { name: 'שמירה' }).click()
  await page.getByRole('dialog', { name: 'לפני שמשנים' }).getByRole('button', { name: 'אישור' }).click()
  for (const { id } of made) await expect.poll(() => movedTo(id)).toMatchObject({ status: 'lost' })
  await expect.element(bar).not.toBeInTheDocument()
})

test('a filter added from the menu is in the URL and narrows the board, and removing it shows all cards', async () => {
  const { names, search } = await addThree()
  const { router } = await openScreen(`/crm/pipeline${search}`, 'sales')
  await expect.element(card(names[0]!)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^צעד הבא:/ })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'מסנן', exact: true }).click()
  await page.getByRole('menuitem', { name: 'צעד הבא' }).click()
  await page.getByRole('button', { name: 'מתוכנן' }).click()
  await expect.element(card(names[0]!)).not.toBeInTheDocument()
  await expect.element(card(names[1]!)).toBeVisible()
  expect(new URLSearchParams(router.state.location.search).get('step')).toBe('planned')
  await expect.element(page.getByText('הזדמנות פתוחה אחת')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'ביטול הסינון: צעד הבא' }).click()
  await expect.element(card(names[0]!)).toBeVisible()
  expect(router.state.location.search).toBe(search)
})

test('a saved view that filters by owner preserves the view mode', async () => {
  const { names, search } = await addThree()
  const { router } = await openScreen(`/crm/pipeline${search}&show=table`, 'owner')
  await expect.poll(rows).toHaveLength(3)
  await page.getByRole('link', { name: 'באחריותי' }).click()
  await expect.element(page.getByRole('link', { name: 'באחריותי' })).toHaveAttribute('aria-current', 'page')
  expect(router.state.location.search).toBe('?owner=me&show=table')
  const filter = page.getByLabelText('סינון ההזדמנויות')
  await expect.element(filter).toHaveValue('')
  await filter.fill(names[0]!)
  await expect.poll(rows).toEqual([names[0]])
})

test('an empty table shows how to see more rows', async () => {
  await openScreen(`/crm/pipeline?show=table&q=${encodeURIComponent(uniqueName())}`, 'sales')
  await expect.element(page.getByText('אין הזדמנויות שמתאימות לסינון')).toBeVisible()
  await expect.element(page.getByText('אפשר לבטל מסנן אחד ולראות יותר.')).toBeVisible()
})

test('content staff see which roles may open the pipeline', async () => {
  await openScreen('/crm/pipeline', 'content')
  await expect.element(page.getByText('המסך הזה אינו פתוח לכם')).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'תצוגה' })).not.toBeInTheDocument()
})

test('on a phone the sheet fills the screen, and its button closes it', async () => {
  const { names, made, search } = await addThree()
  await page.viewport(390, 844)
  await openScreen(`/crm/pipeline${search}&deal=${made[0]!.id}`, 'sales')
  await expect.element(sheet.getByRole('heading', { name: names[0]! })).toBeVisible()
  expect(sheet.element().getBoundingClientRect().width).toBeGreaterThan(350)
  await sheet.getByRole('button', { name: 'סגירת החלון' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.viewport(1440, 900)
})
