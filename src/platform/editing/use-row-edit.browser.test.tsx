import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { z } from '#lib/schema.ts'
import type { ForeignChange } from '#ui/states/conflict-notice.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { renderApp } from '../../../test/browser/render.tsx'
import { ConflictBanner } from './conflict-banner.tsx'
import { EditConflict } from './edit-conflict.ts'
import { RecordDialog, RecordForm } from './record-dialog.tsx'
import { useRowEdit } from './use-row-edit.tsx'

type Row = { id: string; version: number; name: string; city: string }
type Sent = { version: number; changes: Partial<Row> | undefined; before: Partial<Row> }
type Given = { row: Row; save: (sent: Sent) => Promise<void>; authors?: ForeignChange[] }

const Edit = z.object({ name: z.string(), city: z.string() })
const labels = { name: 'שם', city: 'עיר' } as const
const differences = (seen: Row, now: Row) =>
  (['name', 'city'] as const)
    .filter((column) => seen[column] !== now[column])
    .map((column) => ({ label: labels[column], was: seen[column], is: now[column] }))

function Form({ row, save, authors = [] }: Given) {
  const edit = useRowEdit(row, { readForeignChanges: () => Promise.resolve(authors), differences })
  return (
    <RecordForm
      schema={Edit}
      refusals={{ row_gone: 'השורה נמחקה' }}
      conflict={edit.conflict}
      action="שמירה"
      save={(typed) => {
        const changes = edit.changed(typed)
        return save({ version: edit.seen.version, changes, before: edit.before(changes ?? {}) })
      }}
    >
      <TextField label="שם" name="name" defaultValue={edit.base.name} />
      <TextField label="עיר" name="city" defaultValue={edit.base.city} />
    </RecordForm>
  )
}

function Screen(props: Given) {
  const [row, setRow] = useState(props.row)
  return (
    <>
      <RecordDialog open title="עריכה" onClose={() => setRow(props.row)}>
        <Form {...props} row={row} />
        {/* Outside the form: simulates a live change of the row during the edit. */}
        <button type="button" onClick={() => setRow({ ...row, version: 9, city: 'חדשה' })}>
          שינוי חי
        </button>
      </RecordDialog>
    </>
  )
}

const start: Row = { id: 'one', version: 1, name: 'נועה', city: 'חיפה' }
const save = page.getByRole('button', { name: 'שמירה' })
const alert = page.getByRole('alert')

test('only the changed columns are sent, with the version that was read and the former values', async () => {
  const sent: Sent[] = []
  await renderApp(<Screen row={start} save={async (one) => void sent.push(one)} />)
  await page.getByRole('button', { name: 'שינוי חי' }).click()
  await page.getByLabelText('עיר').fill('עכו')
  await save.click()
  await expect.poll(() => sent).toEqual([{ version: 1, changes: { city: 'עכו' }, before: { city: 'חיפה' } }])
})

test('an unchanged form sends nothing', async () => {
  const sent: Sent[] = []
  await renderApp(<Screen row={start} save={async (one) => void sent.push(one)} />)
  await save.click()
  await expect.poll(() => sent).toEqual([{ version: 1, changes: undefined, before: {} }])
})

/** Refuses the first save as stale: a colleague saved `theirs`. */
function refusing(theirs: Row | null) {
  const sent: Sent[] = []
  return {
    sent,
    save: async (one: Sent) => {
      sent.push(one)
      if (sent.length === 1) throw new EditConflict(theirs)
    },
  }
}

test('a conflict lists the changes and their authors, and the next save is based on the new version', async () => {
  const { sent, save: onSave } = refusing({ ...start, version: 2, city: 'נהריה' })
  const authors = [{ who: 'דנה', facts: [{ label: 'עיר', was: 'חיפה', is: 'נהריה' }] }]
  await renderApp(<Screen row={start} save={onSave} authors={authors} />)
  await page.getByLabelText('שם').fill('נועה לוי')
  await save.click()
  await expect.element(alert).toMatchTextContent(/^דנה: שינוי שנשמר בזמן שערכתם.*עיר:/)
  await save.click()
  await expect
    .poll(() => sent.map(({ version, changes }) => [version, changes]))
    .toEqual([
      [1, { name: 'נועה לוי' }],
      [2, { name: 'נועה לוי' }],
    ])
})

test('without known authors, the differences between the versions are shown', async () => {
  const { save: onSave } = refusing({ ...start, version: 2, city: 'נהריה' })
  await renderApp(<Screen row={start} save={onSave} />)
  await page.getByLabelText('שם').fill('נועה לוי')
  await save.click()
  await expect.element(alert).toMatchTextContent(/מישהו אחר.*עיר:.*חיפה.*נהריה/)
})

test('a deleted row is a refusal and not a conflict', async () => {
  const { save: onSave } = refusing(null)
  await renderApp(<Screen row={start} save={onSave} />)
  await page.getByLabelText('שם').fill('נועה לוי')
  await save.click()
  await expect.element(alert).toHaveTextContent('השורה נמחקה')
})

test('the conflict banner lists the changes, or states that the row was saved, and is hidden without a conflict', async () => {
  const screen = await renderApp(<ConflictBanner theirs={undefined} />)
  expect(alert.elements()).toEqual([])
  await screen.unmount()
  const empty = await renderApp(<ConflictBanner theirs={[]} />)
  await expect.element(alert).toMatchTextContent(/מישהו אחר שמר כאן בינתיים\. מה שכתבתם נשאר, ואפשר לשמור שוב/)
  await empty.unmount()
  await renderApp(<ConflictBanner theirs={[{ label: 'עיר', is: 'עכו' }]} />)
  await expect.element(alert).toMatchTextContent(/עיר:עכו/)
})
