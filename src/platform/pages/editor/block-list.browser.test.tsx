import { useReducer, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Block, blockKinds, type Kind } from '#platform/pages/blocks.ts'
import { claimedFeatures } from '#platform/pages/claims.ts'
import { renderApp } from '../../../../test/browser/render.tsx'
import { BlockList } from './block-list.tsx'
import { applyEdit, createEditHistory } from './undoable-edits.ts'

const block = (kind: Kind, changes: object = {}): Block =>
  ({ id: `${kind}-1`, kind, content: { ...blockKinds[kind].blank, ...changes } }) as unknown as Block
const start = [
  block('opening', { title: 'אודות' }),
  block('quote', { text: 'משפט' }),
  block('points'),
  block('closing'),
]

type EditorProps = { blocks?: readonly Block[]; hidden?: ReadonlySet<string>; ready?: readonly string[] }

function Editor({ blocks = start, hidden, ready }: EditorProps) {
  const [editing, step] = useReducer(applyEdit, blocks, createEditHistory)
  const [selected, select] = useState<string | null>(null)
  const [addedAfter, setAddedAfter] = useState('')
  return (
    <main className="page-editor__blocks">
      <h1>עריכה</h1>
      <BlockList
        blocks={editing.blocks}
        selected={selected}
        showAll={false}
        {...(hidden && { hidden })}
        ready={ready}
        onSelect={select}
        onStep={step}
        onAdd={setAddedAfter}
      />
      <button type="button" onClick={() => step({ do: 'undo' })}>
        ביטול
      </button>
      <output>{addedAfter}</output>
    </main>
  )
}
const rows = () => [...document.querySelectorAll('.blocks__open b')].map((name) => name.textContent)
const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const item = (name: string) => page.getByRole('menuitem', { name })
const menuOf = (name: string) => page.getByRole('button', { name: `פעולות: ${name}` })

test('one block is expanded at a time, and a second click collapses it', async () => {
  await renderApp(<Editor />)
  await row('משפט גדול').click()
  await expect.element(page.getByLabelText('המשפט', { exact: false })).toHaveValue('משפט')
  await row('נקודות').click()
  await expect.element(row('נקודות')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(row('משפט גדול')).toHaveAttribute('aria-expanded', 'false')
  await row('נקודות').click()
  await expect.element(row('נקודות')).toHaveAttribute('aria-expanded', 'false')
})

test('Alt with an arrow key moves a block and keeps its focus, but never above the opening', async () => {
  await renderApp(<Editor />)
  await row('נקודות').click()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.poll(rows).toEqual(['פתיחת עמוד', 'נקודות', 'משפט גדול', 'סיום'])
  await expect.element(row('נקודות')).toHaveFocus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(rows()[0]).toBe('פתיחת עמוד')
  await userEvent.keyboard('{ArrowDown}')
  expect(rows()[1]).toBe('נקודות')
})

test('the opening block cannot be moved, copied or removed', async () => {
  await renderApp(<Editor />)
  await menuOf('פתיחת עמוד').click()
  for (const name of ['למעלה', 'למטה', 'שכפול', 'הסרה'])
    await expect
      .element(page.getByRole('menuitem', { name: new RegExp(`^${name}`) }))
      .toHaveAttribute('aria-disabled', 'true')
  await item('מקטע חדש אחריו').click()
  await expect.element(page.getByRole('status').first()).toHaveTextContent('opening-1')
})

test('undo restores a removed block at its position, also after another block was edited', async () => {
  await renderApp(<Editor />)
  await menuOf('משפט גדול').click()
  await item('הסרה').click()
  await expect.poll(rows).toEqual(['פתיחת עמוד', 'נקודות', 'סיום'])
  await expect.element(menuOf('נקודות')).toHaveFocus()
  await row('סיום').click()
  await page.getByLabelText('הכותרת', { exact: false }).fill('הצעד')
  await page.getByRole('button', { name: 'החזרה' }).click()
  await expect.poll(rows).toEqual(['פתיחת עמוד', 'משפט גדול', 'נקודות', 'סיום'])
  await expect.element(page.getByLabelText('הכותרת', { exact: false })).toHaveValue('הצעד')
})

test('a copy is inserted after its block with a new id, and is undone in one step', async () => {
  await renderApp(<Editor />)
  await menuOf('משפט גדול').click()
  await item('שכפול').click()
  await expect.poll(rows).toEqual(['פתיחת עמוד', 'משפט גדול', 'משפט גדול', 'נקודות', 'סיום'])
  await page.getByRole('button', { name: 'ביטול', exact: true }).click()
  await expect.poll(rows).toHaveLength(4)
})

test('typing in one block is one undo step, and typing in another block starts a new one', async () => {
  await renderApp(<Editor />)
  await row('משפט גדול').click()
  const text = page.getByLabelText('המשפט', { exact: false })
  await text.fill('א')
  await text.fill('אב')
  await row('סיום').click()
  await page.getByLabelText('הכותרת', { exact: false }).fill('אחר')
  const undo = page.getByRole('button', { name: 'ביטול', exact: true })
  await undo.click()
  await expect.element(page.getByLabelText('הכותרת', { exact: false })).toHaveValue('הצעד הבא')
  await row('משפט גדול').click()
  await expect.element(text).toHaveValue('אב')
  await undo.click()
  await expect.element(text).toHaveValue('משפט')
})

test('a block with an invalid field is marked in the list, also while collapsed', async () => {
  await renderApp(<Editor blocks={[block('opening'), block('quote', { text: '' })]} />)
  await expect.element(row('משפט גדול')).toMatchTextContent(/יש כאן שדה לתיקון/)
  await expect.element(row('פתיחת עמוד')).not.toMatchTextContent(/יש כאן שדה לתיקון/)
})

test('a block hidden from visitors shows that it is hidden, and why', async () => {
  const blocks = [block('opening', { title: 'אודות' }), block('quiz'), block('quote', { text: 'משפט' })]
  await renderApp(<Editor blocks={blocks} hidden={new Set(['quiz-1'])} />)
  await expect.element(page.getByText('לא מוצג עכשיו: השאלון עוד לא פורסם')).toBeVisible()
  expect(page.getByText(/לא מוצג עכשיו/).elements()).toHaveLength(1)
})

test('a block with a claim of a missing feature names the feature', async () => {
  const { booking, courses, documents } = claimedFeatures
  const claims = [booking, courses, documents].map(({ name }) => `{{כשיש ${name}}}מילים{{סוף}}`)
  const blocks = [block('opening', { title: 'אודות' }), block('quote', { text: claims.join('') })]
  await renderApp(<Editor blocks={blocks} ready={['booking']} />)
  const note = page.getByText(/^חלק מהטקסט מוסתר/)
  await expect.element(note).toHaveTextContent(`חלק מהטקסט מוסתר באתר, כי עוד אין: ${courses.name}`)
})
