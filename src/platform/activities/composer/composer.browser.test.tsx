import { type ComponentProps, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { openNetworkStatus } from '#client/network-status.ts'
import { Composer, modeOfDraft } from './composer.tsx'
import { readDraft, storeDraft } from './drafts.ts'
import type { Mode, ComposerValue } from './modes.ts'

// A Wednesday, so that the next day is a working day.
const now = new Date('2026-11-25T12:30:00+02:00')
const dana = { user_id: '00000000-0000-4000-8000-000000000001', name: 'דנה כהן' }
const dan = { user_id: '00000000-0000-4000-8000-000000000002', name: 'דן לוי' }

let isDown = false
const network = openNetworkStatus(async () => {
  if (isDown) throw new TypeError('no network')
  return new Response()
})

type Given = Partial<ComponentProps<typeof Composer>>

function Screen({ mode: first = 'note', ...props }: Given) {
  const [mode, setMode] = useState<Mode>(first)
  return (
    <>
      <Composer
        userId="me"
        place="contact:1"
        mode={mode}
        onMode={setMode}
        reach={{ phone: '+972501234567', email: 'noa@example.com' }}
        people={[dana, dan]}
        readPeople={() => Promise.reject(new Error('unexpected read'))}
        save={() => Promise.reject(new Error('unexpected save'))}
        network={network}
        now={now}
        {...props}
      />
      <button type="button">אחרי</button>
    </>
  )
}

/** Collects the saved entries. */
function saves() {
  const written: ComposerValue[] = []
  return { written, save: async (entry: ComposerValue) => void written.push(entry) }
}

const text = page.getByRole('textbox').first()
const save = page.getByRole('button', { name: 'שמירה' })
const mode = (name: string) => page.getByRole('button', { name, exact: true })

test('saving a note trims its text and clears the field and the draft', async () => {
  const { written, save: onSave } = saves()
  await render(<Screen save={onSave} />)
  await text.fill('  דיברנו על התקציב ')
  await save.click()
  await expect.element(text).toHaveValue('')
  expect(written).toEqual([{ mode: 'note', text: 'דיברנו על התקציב', mentions: [] }])
  expect(readDraft('me', 'contact:1')).toBeUndefined()
})

test.each([['note'], ['task'], ['meeting']] as const)(
  'a %s without text is refused, and the text field takes the focus',
  async (kind) => {
    await render(<Screen mode={kind} />)
    await save.click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('שדה חובה')
    await expect.element(text).toHaveFocus()
    await expect.element(text).toHaveAccessibleDescription('שדה חובה')
  },
)

test('a text that is too long for the selected mode is refused with the limit, and stays in the field', async () => {
  const long = 'א'.repeat(201)
  await render(<Screen />)
  await text.fill(long)
  await mode('משימה').click()
  await save.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('עד 200 תווים')
  await expect.element(text).toHaveValue(long)
  // A note may be longer.
  await mode('סיכום').click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(text).toHaveValue(long)
})

test('a refused save shows the reason and preserves the text and the draft', async () => {
  const refusal = Object.assign(new Error('mentioned_cannot_see'), { code: 'PT422' })
  await render(<Screen save={() => Promise.reject(refusal)} />)
  await text.fill('לדבר עם @דנה כהן')
  await save.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^מישהו מהמוזכרים לא רואה את איש הקשר הזה/)
  await expect.element(text).toHaveValue('לדבר עם @דנה כהן')
  await expect.poll(() => readDraft('me', 'contact:1')?.text).toBe('לדבר עם @דנה כהן')
})

test('an entry that failed without a connection is preserved, and a message shows when the entry can be saved again', async () => {
  const { written, save: onSave } = saves()
  isDown = true
  await network.retry()
  const saveOver = async (entry: ComposerValue) => {
    await network.fetch('/notes')
    await onSave(entry)
  }
  await render(<Screen save={saveOver} />)
  await text.fill('סיכמנו')
  await save.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('אין חיבור לשרת. נסו שוב')
  isDown = false
  await network.retry()
  await expect.element(page.getByRole('alert')).toHaveTextContent('החיבור חזר. אפשר לשמור')
  expect(written).toEqual([])
  await save.click()
  await expect.element(text).toHaveValue('')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(written).toMatchObject([{ text: 'סיכמנו' }])
})

test('text typed during a save remains for the next note', async () => {
  let end = () => {}
  await render(<Screen save={() => new Promise((resolve) => (end = resolve))} />)
  await text.fill('ראשון')
  await save.click()
  await text.fill('שני')
  end()
  await expect.element(save).toBeVisible()
  await expect.element(text).toHaveValue('שני')
})

test('a draft is stored after a pause, which a message confirms, and is restored with its mode on the next visit', async () => {
  const first = await render(<Screen />)
  await mode('שיחה').click()
  await text.fill('לא ענתה')
  await expect.element(page.getByText('הטיוטה נשמרה')).toBeVisible()
  await text.fill('לא ענתה פעמיים')
  await expect.element(page.getByText('הטיוטה נשמרה')).toBeVisible()
  await first.unmount()
  expect(modeOfDraft('me', 'contact:1')).toBe('call')
  await render(<Screen mode={modeOfDraft('me', 'contact:1')} />)
  await expect.element(text).toHaveValue('לא ענתה פעמיים')
})

test('unmounting before the pause stores the draft under its user and record', async () => {
  const first = await render(<Screen />)
  await text.fill('באמצע')
  await first.unmount()
  expect(readDraft('me', 'contact:1')?.text).toBe('באמצע')
  expect(readDraft('me', 'contact:2')).toBeUndefined()
  expect(readDraft('other', 'contact:1')).toBeUndefined()
})

test('clearing the field deletes the draft', async () => {
  storeDraft('me', 'contact:1', { mode: 'note', text: 'ישן' })
  await render(<Screen />)
  await text.fill('')
  await expect.poll(() => readDraft('me', 'contact:1')).toBeUndefined()
  expect(page.getByText('הטיוטה נשמרה').elements()).toEqual([])
})

test("message modes are offered only for the contact's available channels", async () => {
  const screen = await render(<Screen reach={{}} />)
  await expect.element(mode('סיכום')).toBeVisible()
  expect(mode('וואטסאפ').elements()).toEqual([])
  expect(mode('דוא״ל').elements()).toEqual([])
  await screen.rerender(<Screen reach={{ email: 'noa@example.com' }} />)
  await expect.element(mode('דוא״ל')).toBeVisible()
  expect(mode('וואטסאפ').elements()).toEqual([])
})

test('a message may be empty, and is addressed to the contact point of its mode', async () => {
  const { written, save: onSave } = saves()
  await render(<Screen save={onSave} />)
  await mode('וואטסאפ').click()
  await expect.element(text).toHaveFocus()
  await page.getByRole('button', { name: 'פתיחה בוואטסאפ' }).click()
  await expect.poll(() => written).toEqual([{ mode: 'whatsapp', text: '', to: '+972501234567' }])
  await mode('דוא״ל').click()
  await text.fill('שלום')
  await page.getByRole('button', { name: 'פתיחה בדוא״ל' }).click()
  await expect.poll(() => written[1]).toEqual({ mode: 'email', text: 'שלום', to: 'noa@example.com' })
})

test('a call with the outcome "call back" creates a task for the next working day, and the form resets after it', async () => {
  const { written, save: onSave } = saves()
  await render(<Screen mode="call" save={onSave} />)
  expect(page.getByLabelText('משימה לחזור ביום', { exact: false }).elements()).toEqual([])
  await page.getByLabelText('ביקשו שנחזור').click()
  await expect.element(page.getByLabelText('משימה לחזור ביום', { exact: false })).toHaveValue('26.11.2026')
  await page.getByLabelText('באיזו שעה לחזור', { exact: false }).fill('09:15')
  await save.click()
  await expect
    .poll(() => written)
    .toEqual([{ mode: 'call', text: '', mentions: [], outcome: 'later', callBackAt: '2026-11-26T07:15:00.000Z' }])
  await expect.element(page.getByLabelText('היה מענה')).toBeChecked()
  await save.click()
  await expect
    .poll(() => written[1])
    .toEqual({ mode: 'call', text: '', mentions: [], outcome: 'answered', callBackAt: null })
})

test('a meeting in the future is saved with the current time, and the due date of a task is optional', async () => {
  const { written, save: onSave } = saves()
  await render(<Screen mode="meeting" save={onSave} />)
  await text.fill('נקבעו יעדים')
  await page.getByLabelText('באיזו שעה', { exact: false }).fill('23:00')
  await save.click()
  await expect.poll(() => written[0]).toMatchObject({ mode: 'meeting', happenedAt: now.toISOString() })
  await mode('משימה').click()
  await text.fill('לשלוח הסכם')
  await page.getByLabelText('עד', { exact: true }).fill('')
  await save.click()
  await expect.poll(() => written[1]).toEqual({ mode: 'task', text: 'לשלוח הסכם', dueOn: null })
})

const option = (name: string) => page.getByRole('option', { name })

test('typing @ lists colleagues; arrow keys select, Enter inserts the name, and the caret follows it', async () => {
  const { written, save: onSave } = saves()
  await render(<Screen save={onSave} />)
  await text.click()
  await userEvent.keyboard('היי @ד')
  await expect.element(option('דנה כהן')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(option('דן לוי')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(option('דנה כהן')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await expect.element(text).toHaveValue('היי @דן לוי ')
  expect(page.getByRole('listbox').elements()).toEqual([])
  await expect.poll(() => (text.element() as HTMLTextAreaElement).selectionStart).toBe('היי @דן לוי '.length)
  await userEvent.keyboard('תודה')
  await save.click()
  await expect.poll(() => written).toEqual([{ mode: 'note', text: 'היי @דן לוי תודה', mentions: [dan.user_id] }])
})

test('Escape closes the list of colleagues, and the next typed letter reopens it', async () => {
  await render(<Screen />)
  await text.click()
  await userEvent.keyboard('@ד')
  await expect.element(option('דנה כהן')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(option('דנה כהן')).not.toBeInTheDocument()
  await expect.element(text).toHaveFocus()
  await userEvent.keyboard('נ')
  await expect.element(option('דנה כהן')).toBeVisible()
  await option('דנה כהן').click()
  await expect.element(text).toHaveValue('@דנה כהן ')
  await expect.element(text).toHaveFocus()
})

test('mentions are not offered in tasks and in messages to the contact', async () => {
  await render(<Screen mode="task" />)
  await text.click()
  await userEvent.keyboard('@ד')
  expect(page.getByRole('listbox').elements()).toEqual([])
})

test('saving a note with an @ first loads the colleagues, so that its mention is stored', async () => {
  const { written, save: onSave } = saves()
  await render(<Screen save={onSave} people={undefined} readPeople={() => Promise.resolve([dana])} />)
  await text.fill('@דנה כהן תבדקי')
  await save.click()
  await expect.poll(() => written).toEqual([{ mode: 'note', text: '@דנה כהן תבדקי', mentions: [dana.user_id] }])
})
