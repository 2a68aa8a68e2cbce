import { expect, test } from 'vitest'
import { type Block, blockKinds, type Kind } from '#platform/pages/blocks.ts'
import type { OpenedPage } from '#platform/pages/editing.data.ts'
import { accountOf, renderApp } from '../../../../test/browser/render.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'

const block = (kind: Kind, id: string, changes: object = {}): Block =>
  ({ id, kind, content: { ...blockKinds[kind].blank, ...changes } }) as unknown as Block
const opening = block('opening', 'top', { title: 'אודות' })
const quote = (text: string) => block('quote', 'said', { text })
const base = [opening, quote('היה')]

async function open(
  mine: readonly Block[],
  theirs: readonly Block[],
  newest_by: string | null = accountOf('admin').session.user.id,
) {
  const settled: (readonly Block[])[] = []
  await renderApp(
    <ConflictDialog
      base={base}
      mine={mine}
      theirs={{ newest_by } as OpenedPage}
      theirBlocks={theirs}
      onSettled={(blocks) => settled.push(blocks)}
      onClose={() => {}}
    />,
    { as: 'owner' },
  )
  await expect.element(dialog).toBeVisible()
  return settled
}
const save = dialog.getByRole('button', { name: /^(שמירה של שניהם|שמירת הבחירה)$/ })
const texts = (blocks: readonly Block[] | undefined) =>
  blocks?.map(({ kind, content }) => (kind === 'quote' ? content.text : 'title' in content ? content.title : ''))

test('concurrent changes of different blocks are merged, and the dialog names the colleague', async () => {
  const settled = await open([block('opening', 'top', { title: 'שלי' }), quote('היה')], [opening, quote('שלהם')])
  await expect.element(dialog.getByRole('heading', { name: /אורן לדוגמה: נשמרה גרסה חדשה בזמן שערכתם/ })).toBeVisible()
  await expect.element(dialog.getByText(/לא נגעתם באותם מקטעים/)).toBeVisible()
  expect(dialog.getByRole('radio').elements()).toEqual([])
  await expect.element(dialog.getByText('שלהם', { exact: true })).toBeVisible()
  await save.click()
  expect(texts(settled[0])).toEqual(['שלי', 'שלהם'])
})

test('for a block that both edited, the local version wins unless theirs is chosen', async () => {
  const settled = await open([opening, quote('שלי')], [opening, quote('אחר')])
  await expect.element(dialog.getByRole('button', { name: 'שמירת הבחירה' })).toBeVisible()
  await expect.element(dialog.getByRole('radio', { name: /^שלכם/ })).toBeChecked()
  await save.click()
  expect(texts(settled[0])).toEqual(['אודות', 'שלי'])
  await dialog.getByRole('radio', { name: /^שלהם/ }).click()
  await save.click()
  expect(texts(settled[1])).toEqual(['אודות', 'אחר'])
})

test('a block that a colleague removed and the user edited is restored or removed, as chosen', async () => {
  const settled = await open([opening, quote('שלי')], [opening])
  await save.click()
  expect(texts(settled[0])).toEqual(['אודות', 'שלי'])
  await dialog.getByRole('radio', { name: /^שלהם/ }).click()
  await save.click()
  expect(texts(settled[1])).toEqual(['אודות'])
})

test('the dialog names no author who left the team', async () => {
  await open(base, [opening, quote('אחר')], null)
  await expect.element(dialog.getByRole('heading', { name: 'נשמרה גרסה חדשה בזמן שערכתם' })).toBeVisible()
})
