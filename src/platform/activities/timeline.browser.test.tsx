import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Json } from '#client/database.types.ts'
import { useStaff } from '#platform/accounts/staff.data.ts'
import type { Role } from '#platform/accounts/roles.ts'
import { makeContact } from '../../../test/browser/make-contact.ts'
import { backendAs, renderApp } from '../../../test/browser/render.tsx'
import { undoLast } from '../../../test/browser/undo-last.ts'
import { usePinned, useTimeline } from './activities.data.ts'
import { Group, Timeline } from './timeline.tsx'
import { useLineActions } from './use-line-actions.ts'

type Given = { contactId: string; isAdmin?: boolean; now?: Date; onFollowUp?: (contactId: string) => void }

const today = new Date()

function Screen({ contactId, isAdmin = false, now = today, onFollowUp }: Given) {
  const { data } = useTimeline({ contactId })
  const { data: pinned = [] } = usePinned({ contactId })
  const { data: people = [] } = useStaff()
  const actions = useLineActions({ isAdmin })
  const context = { now, people, known: [], actions, ...(onFollowUp && { onFollowUp }) }
  return (
    <>
      {pinned.length > 0 && <Group heading="נעוצים" lines={pinned} {...context} />}
      <Timeline lines={data?.pages.flat() ?? []} {...context} />
    </>
  )
}

type Written = {
  type?: 'note' | 'call' | 'whatsapp' | 'email'
  payload: { [key: string]: Json }
  as?: Role
  happened_at?: string
}

async function write(contactId: string, { type = 'note', as = 'owner', ...rest }: Written) {
  const { data } = await backendAs(as)
    .from('activities')
    .insert({ type, contact_id: contactId, ...rest })
    .select('id, version')
    .single()
    .throwOnError()
  return data
}
const read = async (id: string) =>
  (await backendAs('owner').from('activities').select('payload, pinned_at').eq('id', id).single().throwOnError()).data

/** A contact with one note of the owner. */
async function withNote(text = 'דיברנו על התקציב', as: Role = 'owner') {
  const { id: contactId } = await makeContact()
  return { contactId, note: await write(contactId, { payload: { text }, as }) }
}

const line = (text: string) => page.getByRole('listitem').filter({ hasText: text })
const actionsOf = (text: string) => line(text).getByRole('button', { name: /^פעולות/ })
const item = (name: string) => page.getByRole('menuitem', { name })
const edited = page.getByLabelText('עריכת הטקסט')
const undo = page.getByRole('button', { name: 'ביטול הפעולה' })

async function edit(text: string) {
  await actionsOf(text).click()
  await item('עריכה').click()
}

test('the author edits a note inline, and undo restores the former text', async () => {
  const { contactId, note } = await withNote()
  await renderApp(<Screen contactId={contactId} />, { as: 'owner' })
  await edit('דיברנו על התקציב')
  await expect.element(edited).toHaveFocus()
  await edited.fill('דיברנו על החיסכון')
  await page.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(page.getByText('דיברנו על החיסכון')).toBeVisible()
  await undoLast()
  await expect.element(page.getByText('דיברנו על התקציב')).toBeVisible()
  await expect.poll(async () => (await read(note.id)).payload).toMatchObject({ text: 'דיברנו על התקציב' })
})

test('Escape cancels the edit of a note, and a note without text is refused', async () => {
  const { contactId, note } = await withNote()
  await renderApp(<Screen contactId={contactId} />, { as: 'owner' })
  await edit('דיברנו על התקציב')
  await edited.fill('  ')
  await page.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('שדה חובה')
  await edited.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(edited).not.toBeInTheDocument()
  await expect.element(page.getByText('דיברנו על התקציב')).toBeVisible()
  await expect.poll(async () => (await read(note.id)).payload).toEqual({ text: 'דיברנו על התקציב' })
})

test('a note that was changed in another window is not overwritten, and the typed text is preserved', async () => {
  const { contactId, note } = await withNote()
  await renderApp(<Screen contactId={contactId} />, { as: 'owner' })
  await edit('דיברנו על התקציב')
  await edited.fill('שלי')
  const update = backendAs('owner')
    .from('activities')
    .update({ payload: { text: 'מחלון אחר' } })
  await update.eq('id', note.id).throwOnError()
  await page.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^השורה השתנתה בינתיים בחלון אחר/)
  await expect.element(edited).toHaveValue('שלי')
  await expect.element(page.getByRole('button', { name: 'שמירה' })).not.toHaveAttribute('aria-busy')
  await expect.poll(async () => (await read(note.id)).payload).toEqual({ text: 'מחלון אחר' })
})

test('undo after a later change is refused instead of overwriting it', async () => {
  const { contactId, note } = await withNote()
  await renderApp(<Screen contactId={contactId} />, { as: 'owner' })
  await edit('דיברנו על התקציב')
  await edited.fill('אחרי עריכה')
  await page.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(undo).toBeVisible()
  const update = backendAs('owner')
    .from('activities')
    .update({ payload: { text: 'מחלון אחר' } })
  await update.eq('id', note.id).throwOnError()
  await undoLast()
  await expect.element(page.getByText('אי אפשר לבטל כבר')).toBeVisible()
  await expect.poll(async () => (await read(note.id)).payload).toEqual({ text: 'מחלון אחר' })
})

test("a colleague's note can be pinned, but not edited or deleted", async () => {
  const { contactId } = await withNote('של המכירות', 'sales')
  await renderApp(<Screen contactId={contactId} />, { as: 'coach' })
  // A coach sees only the timelines of assigned contacts.
  await expect.element(page.getByRole('list')).not.toBeInTheDocument()
  const { id } = await makeContact({ as: 'coach' })
  await write(id, { payload: { text: 'של הבעלים' } })
  await renderApp(<Screen contactId={id} />, { as: 'coach' })
  await actionsOf('של הבעלים').click()
  await expect.element(item('נעיצה למעלה')).toBeVisible()
  expect(item('עריכה').elements()).toEqual([])
  expect(item('מחיקה').elements()).toEqual([])
})

test('admins can delete but not edit notes of others, and undo restores the line', async () => {
  const { contactId } = await withNote('של המכירות', 'sales')
  await renderApp(<Screen contactId={contactId} isAdmin />, { as: 'admin' })
  await actionsOf('של המכירות').click()
  expect(item('עריכה').elements()).toEqual([])
  await item('מחיקה').click()
  await expect.element(page.getByText('של המכירות')).not.toBeInTheDocument()
  await undoLast()
  await expect.element(page.getByText('של המכירות')).toBeVisible()
})

test('a pinned line moves above the day groups, and returns when it is unpinned', async () => {
  const { contactId, note } = await withNote()
  await renderApp(<Screen contactId={contactId} />, { as: 'owner' })
  const pinned = page.getByRole('heading', { name: 'נעוצים' })
  await actionsOf('דיברנו על התקציב').click()
  await item('נעיצה למעלה').click()
  await expect.element(pinned).toBeVisible()
  await expect.poll(async () => (await read(note.id)).pinned_at).not.toBeNull()
  await undoLast()
  await expect.element(pinned).not.toBeInTheDocument()
  await expect.element(page.getByText('דיברנו על התקציב')).toBeVisible()
})

test('an automatic line has no action except pinning', async () => {
  const { id } = await makeContact()
  await backendAs('owner').from('tasks').insert({ name: 'לשלוח הסכם', contact_id: id }).throwOnError()
  await renderApp(<Screen contactId={id} isAdmin />, { as: 'owner' })
  await actionsOf('נוספה המשימה').click()
  await expect.element(item('נעיצה למעלה')).toBeVisible()
  expect(page.getByRole('menuitem').elements()).toHaveLength(1)
})

test('only the author of an opened message is prompted whether it was sent, and the line shows the outcome', async () => {
  const { id } = await makeContact()
  await write(id, { type: 'whatsapp', payload: { text: '', to: '+972501234567' } })
  const question = page.getByRole('group', { name: 'ההודעה נשלחה?' })
  const other = await renderApp(<Screen contactId={id} isAdmin />, { as: 'admin' })
  await expect.element(page.getByText('נפתח וואטסאפ')).toBeVisible()
  expect(question.elements()).toEqual([])
  await other.unmount()
  const followUps: string[] = []
  await renderApp(<Screen contactId={id} onFollowUp={(contactId) => followUps.push(contactId)} />, { as: 'owner' })
  await question.getByRole('button', { name: 'לא נשלחה' }).click()
  await expect.element(page.getByText('נפתח וואטסאפ, לא נשלחה הודעה')).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  await undoLast()
  await expect.element(question).toBeVisible()
  expect(followUps).toEqual([])
})

test('a planned follow-up opens the task form of the contact', async () => {
  const { id } = await makeContact()
  await write(id, { type: 'email', payload: { text: 'שלום', to: 'noa@example.com' } })
  const requestedUrls: string[] = []
  await renderApp(<Screen contactId={id} onFollowUp={(contactId) => requestedUrls.push(contactId)} />, { as: 'owner' })
  await page.getByRole('button', { name: 'נקבע המשך' }).click()
  await expect.poll(() => requestedUrls).toEqual([id])
  await expect.element(page.getByText('נשלחה הודעה בדוא״ל ונקבע המשך')).toBeVisible()
})

test('a message opened four days ago and a manually logged mail show no outcome prompt', async () => {
  const { id } = await makeContact()
  const at = new Date(Date.now() - 4 * 86_400_000).toISOString()
  await write(id, { type: 'whatsapp', payload: { text: '', to: '+972501234567' }, happened_at: at })
  await write(id, { type: 'email', payload: { text: 'תועד' } })
  await renderApp(<Screen contactId={id} />, { as: 'owner' })
  await expect.element(page.getByText('תועד', { exact: true })).toBeVisible()
  expect(page.getByText('ההודעה נשלחה?').elements()).toEqual([])
})
