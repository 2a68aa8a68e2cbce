import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
import { untilSubscribed } from '../../../../test/browser/until-subscribed.ts'
import { holdNextRequest, loseNextRequest } from '../../../../test/browser/network.ts'
import {
  addContact,
  addOpportunity,
  movedTo,
  stageIdOf,
  uniqueName,
  userIdOf,
} from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const message = page.getByRole('region', { name: 'הודעות' })
const lane = (name: string) => page.getByRole('region', { name, exact: true })
const card = (name: string) => page.getByRole('article', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })

/** Opens the board with only these opportunities of one contact, ordered by creation, newest first. */
async function openBoard(as: Role, stages: string[], amount_agorot = 0) {
  const word = uniqueName()
  const contact = await addContact({ last_name: word })
  const made = []
  for (const [i, stage] of stages.entries())
    made.push(await addOpportunity({ contact_id: contact.id, name: `${'אבגדה'[i]} ${word}`, amount_agorot }, stage))
  const { router, connection } = await openScreen(`/crm/pipeline?q=${encodeURIComponent(word)}`, as)
  await expect.element(card(made[0]!.name)).toBeVisible()
  return { router, connection, contact, word, made, names: made.map(({ name }) => name) }
}

async function moveByMenu(name: string, stage: string) {
  await card(name)
    .getByRole('button', { name: `העברה לשלב: ${name}` })
    .click()
  await page.getByRole('menuitem', { name: stage, exact: true }).click()
}

const cardsIn = (stage: string) =>
  // Not queried by role: behind an open dialog the board is inaccessible.
  [...document.querySelectorAll(`section[aria-label="${stage}"] [data-card]`)].map((each) =>
    each.getAttribute('aria-label'),
  )

test('M opens the menu of the focused card to move it to the top of a stage, and Ctrl+Z undoes the move', async () => {
  const { made, names } = await openBoard('sales', ['new', 'contacted'], 500_000)
  await expect.element(page.getByText('שתי הזדמנויות פתוחות')).toBeVisible()
  await expect.element(lane('נוצר קשר').getByText(/צפי/)).toMatchTextContent('750')
  card(names[0]!).element().focus()
  await userEvent.keyboard('m')
  await expect.element(page.getByRole('menuitem', { name: /^פנייה חדשה/ })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: 'נוצר קשר', exact: true }).click()
  await expect.poll(() => cardsIn('נוצר קשר')).toEqual(names)
  await expect.element(card(names[0]!)).toHaveFocus()
  await expect.element(lane('נוצר קשר').getByText(/צפי/)).toMatchTextContent('1,500')
  await expect.element(lane('פנייה חדשה').getByText('אין כאן התאמות לסינון')).toBeVisible()
  await expect.poll(() => movedTo(made[0]!.id)).toMatchObject({ stage: 'contacted' })
  await expect.element(message).toMatchTextContent(/עברה לשלב .נוצר קשר/)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => cardsIn('פנייה חדשה')).toEqual([names[0]])
  await expect.element(message).toMatchTextContent(/חזרה אל .פנייה חדשה/)
  await expect.poll(() => movedTo(made[0]!.id)).toMatchObject({ stage: 'new' })
})

test('moving a card to the lost stage by keyboard requires a reason', async () => {
  const { made, names } = await openBoard('sales', ['followup'])
  const lost = dialog('למה ההזדמנות לא הבשילה?')
  const carry = async () => {
    card(names[0]!).element().focus()
    await userEvent.keyboard(' {ArrowLeft}{ArrowLeft} ')
  }
  await carry()
  await expect.element(lost).toBeVisible()
  expect(cardsIn('לא הבשילה')).toEqual(names)
  await userEvent.keyboard('{Escape}')
  await expect.element(lost).not.toBeInTheDocument()
  await expect.poll(() => cardsIn('במעקב')).toEqual(names)
  await expect.element(card(names[0]!)).toHaveFocus()
  await carry()
  await lost.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(lost.getByText('יש לבחור סיבה')).toBeVisible()
  await expect.element(lost.getByLabelText(/^סיבה/)).toHaveFocus()
  await lost.getByLabelText(/^סיבה/).selectOptions('תזמון')
  await lost.getByLabelText(/^הערה/).fill('אחרי החגים')
  await lost.getByRole('button', { name: 'שמירה' }).click()
  await expect
    .poll(() => movedTo(made[0]!.id))
    .toMatchObject({ stage: 'lost', status: 'lost', lost_note: 'אחרי החגים' })
  await expect.poll(() => cardsIn('לא הבשילה')).toEqual(names)
})

test('winning a card makes its contact a client with a first task, and reopening it offers to revert these side effects', async () => {
  const { made, names, contact } = await openBoard('owner', ['proposal'])
  await moveByMenu(names[0]!, 'נסגרה בהצלחה')
  const won = dialog('ההזדמנות נסגרה בהצלחה')
  await expect.element(won.getByRole('checkbox', { name: 'רישום כלקוח/ה מעכשיו' })).toBeChecked()
  await won.getByRole('checkbox', { name: 'משימה למחר: להזמין לאזור האישי' }).click()
  await won.getByRole('button', { name: 'סגירה בהצלחה' }).click()
  await expect.poll(() => movedTo(made[0]!.id)).toMatchObject({ status: 'won' })
  const lifecycleOf = async () =>
    (await backendAs('owner').from('contacts').select('lifecycle').eq('id', contact.id).single().throwOnError()).data
  await expect.poll(() => lifecycleOf()).toEqual({ lifecycle: 'client' })
  const { data: tasks } = await backendAs('owner')
    .from('tasks')
    .select('name')
    .eq('contact_id', contact.id)
    .throwOnError()
  expect(tasks).toEqual([{ name: 'להזמין לאזור האישי' }])

  await moveByMenu(names[0]!, 'נוצר קשר')
  const reopened = dialog('למה ההזדמנות נפתחת מחדש?')
  await reopened.getByRole('button', { name: 'פתיחה מחדש' }).click()
  await expect.element(reopened.getByText('יש לכתוב סיבה במילה או שתיים')).toBeVisible()
  await expect.element(reopened.getByLabelText(/^סיבה/)).toHaveFocus()
  await userEvent.keyboard('התחרטו')
  await reopened.getByRole('checkbox', { name: /^סוג הקשר חוזר/ }).click()
  await reopened.getByRole('button', { name: 'פתיחה מחדש' }).click()
  await expect.poll(() => movedTo(made[0]!.id)).toMatchObject({ status: 'open', reopened_because: 'התחרטו' })
  await expect.poll(lifecycleOf).toEqual({ lifecycle: 'lead' })
})

test('the won dialog waits for the process templates, and opens the selected process', async () => {
  const process = uniqueName()
  await backendAs('owner').from('process_templates').insert({ name: process }).throwOnError()
  const { made, names, contact } = await openBoard('owner', ['proposal'])
  const templates = holdNextRequest('GET /rest/v1/process_templates')
  await moveByMenu(names[0]!, 'נסגרה בהצלחה')
  const won = dialog('ההזדמנות נסגרה בהצלחה')
  await templates.sent
  await expect.element(won.getByRole('combobox', { name: 'פתיחת תהליך ליווי' })).toBeDisabled()
  await expect.element(won.getByRole('button', { name: 'טוענים' })).toHaveAttribute('aria-busy', 'true')
  templates.release()
  await won.getByRole('combobox', { name: 'פתיחת תהליך ליווי' }).selectOptions(process)
  await won.getByRole('button', { name: 'סגירה בהצלחה' }).click()
  await expect.poll(() => movedTo(made[0]!.id)).toMatchObject({ status: 'won' })
  const { data: opened } = await backendAs('owner')
    .from('client_processes')
    .select('template:process_templates(name)')
    .eq('contact_id', contact.id)
    .throwOnError()
  expect(opened).toEqual([{ template: { name: process } }])
})

test('the reopen dialog of a lost card has no checkboxes for side effects', async () => {
  const { made, names } = await openBoard('sales', ['new'])
  await moveByMenu(names[0]!, 'לא הבשילה')
  await dialog('למה ההזדמנות לא הבשילה?').getByLabelText(/^סיבה/).selectOptions('מחיר')
  await dialog('למה ההזדמנות לא הבשילה?').getByRole('button', { name: 'שמירה' }).click()
  await expect.poll(() => movedTo(made[0]!.id)).toMatchObject({ status: 'lost' })
  await moveByMenu(names[0]!, 'נוצר קשר')
  const reopened = dialog('למה ההזדמנות נפתחת מחדש?')
  await expect.element(reopened.getByLabelText(/^סיבה/)).toBeVisible()
  await expect.element(reopened.getByRole('checkbox')).not.toBeInTheDocument()
  await reopened.getByRole('button', { name: 'חזרה' }).click()
  await expect.poll(() => cardsIn('לא הבשילה')).toEqual(names)
})

test("a move that conflicts with a colleague's is rolled back, and the board shows the colleague’s", async () => {
  const { made, names } = await openBoard('sales', ['new'])
  const held = holdNextRequest('/rpc/move_opportunity')
  await moveByMenu(names[0]!, 'נקבעה שיחת היכרות')
  await held.sent
  expect(cardsIn('נקבעה שיחת היכרות')).toEqual(names)
  await backendAs('owner')
    .rpc('move_opportunity', {
      opportunity_id: made[0]!.id,
      expected_version: made[0]!.version,
      to_stage_id: await stageIdOf('contacted'),
    })
    .throwOnError()
  held.release()
  await expect.element(message).toMatchTextContent('מישהו עדכן את ההזדמנות לפניכם')
  await expect.poll(() => cardsIn('נוצר קשר')).toEqual(names)
  expect(cardsIn('נקבעה שיחת היכרות')).toEqual([])
})

test('a card moved by a colleague changes its stage without a reload', async () => {
  const { made, names, connection } = await openBoard('sales', ['new'])
  await untilSubscribed({ connection })
  const { id: opportunity_id, version: expected_version } = made[0]!
  const to_stage_id = await stageIdOf('contacted')
  await backendAs('owner').rpc('move_opportunity', { opportunity_id, expected_version, to_stage_id }).throwOnError()
  await expect.poll(() => cardsIn('נוצר קשר')).toEqual(names)
})

test('a move that fails without a connection is rolled back, and its message offers a retry', async () => {
  const { made, names } = await openBoard('sales', ['new'])
  loseNextRequest('/rpc/move_opportunity')
  await moveByMenu(names[0]!, 'במעקב')
  await expect.element(message).toMatchTextContent('החיבור נותק והכרטיס חזר למקומו')
  await expect.poll(() => cardsIn('פנייה חדשה')).toEqual(names)
  await page.getByRole('button', { name: 'ניסיון נוסף' }).click()
  await expect.poll(() => cardsIn('במעקב')).toEqual(names)
  await expect.poll(() => movedTo(made[0]!.id)).toMatchObject({ stage: 'followup' })
})

test('cards are selected with X and Shift, changed together after a confirmation, and restored by one undo', async () => {
  const { made, names } = await openBoard('admin', ['new', 'new', 'new'])
  const inOrder = cardsIn('פנייה חדשה') as string[]
  card(inOrder[0]!).element().focus()
  await userEvent.keyboard('x')
  const bar = page.getByRole('region', { name: 'פעולות על הנבחרות' })
  await expect.element(bar).toMatchTextContent('נבחרה הזדמנות אחת')
  await expect.element(card(inOrder[0]!).getByText('נבחרה')).toBeInTheDocument()
  await card(inOrder[2]!)
    .getByText(inOrder[2]!)
    .click({ modifiers: ['Shift'] })
  await expect.element(bar).toMatchTextContent('נבחרו 3 הזדמנויות')
  await card(inOrder[1]!)
    .getByText(inOrder[1]!)
    .click({ modifiers: ['Control'] })
  await expect.element(bar).toMatchTextContent('נבחרו שתי הזדמנויות')
  await bar.getByRole('button', { name: 'אחריות' }).click()
  await page.getByRole('menuitem', { name: 'הילה לדוגמה' }).click()
  const confirm = dialog('לפני שמשנים')
  await expect.element(confirm).toMatchTextContent(/שתי הזדמנויות יעברו לאחריות .הילה לדוגמה/)
  await expect.element(confirm.getByRole('listitem')).toHaveLength(2)
  await confirm.getByRole('button', { name: 'אישור' }).click()
  const owners = async () => {
    const ids = made.map(({ id }) => id)
    const { data } = await backendAs('owner')
      .from('opportunities')
      .select('owner_id')
      .in('id', ids)
      .order('name')
      .throwOnError()
    return data.map(({ owner_id }) => owner_id === userIdOf('coach'))
  }
  const changed = names.map((name) => name !== inOrder[1])
  await expect.poll(owners).toEqual(changed)
  await expect.element(confirm).not.toBeInTheDocument()
  await expect.element(bar).not.toBeInTheDocument()
  await undoLast()
  await expect.poll(owners).toEqual([false, false, false])
})

test('Escape clears the selection; only owners and admins may delete cards', async () => {
  const { names, router } = await openBoard('sales', ['new'])
  card(names[0]!).element().focus()
  await userEvent.keyboard('x')
  const bar = page.getByRole('region', { name: 'פעולות על הנבחרות' })
  await expect.element(bar.getByRole('button', { name: 'משימה' })).toBeVisible()
  await expect.element(bar.getByRole('button', { name: 'עוד פעולות' })).not.toBeInTheDocument()
  card(names[0]!).element().focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(bar).not.toBeInTheDocument()
  expect(router.state.location.search).not.toContain('deal=')
})

test('the button below a stage adds an opportunity to that stage', async () => {
  const { word, contact } = await openBoard('sales', ['new'])
  await page.getByRole('button', { name: 'הוספת הזדמנות לשלב נשלחה הצעה' }).click()
  const form = dialog('הזדמנות חדשה')
  await expect.element(form.getByLabelText('שלב', { exact: true })).toHaveValue(await stageIdOf('proposal'))
  await form.getByRole('combobox', { name: 'עם מי?' }).fill(word)
  await page.getByRole('option', { name: new RegExp(contact.full_name) }).click()
  await form.getByLabelText(/^שם ההזדמנות/).fill(`שנייה ${word}`)
  await form.getByRole('button', { name: 'הוספה', exact: true }).click()
  await expect.poll(() => cardsIn('נשלחה הצעה')).toEqual([`שנייה ${word}`])
})
