import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Block, readBlocks } from '#platform/pages/blocks.ts'
import { readOpenedPage, type VersionLine } from '#platform/pages/editing.data.ts'
import { invoke } from '#client/invoke.ts'
import { backendAs, renderApp } from '../../../../test/browser/render.tsx'
import { CopyPageDialog } from '../editor/copy-page-dialog.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'

const backend = backendAs('owner')
const path = '/preparation'

/** Saves another version of the page with this title; returns the page after the save. */
async function save(title: string) {
  const opened = (await readOpenedPage(backend, path))!
  const [first, ...rest] = readBlocks(opened.blocks)
  const blocks = [{ ...first!, content: { ...first!.content, title } } as Block, ...rest]
  await invoke(backend, 'save-page', { path, blocks, seenVersion: opened.version, note: `כותרת: ${title}` })
  return { opened, blocks }
}

test('a version shows its diff to the draft, and restores one block or the whole page', async () => {
  const { opened } = await save('ישנה')
  const { blocks } = await save('חדשה')
  const restored: [VersionLine, readonly Block[]][] = []
  let closed = 0
  await renderApp(
    <HistoryDialog
      path={path}
      blocks={blocks}
      publishedId={opened.published_version_id}
      onRestore={(version, then) => restored.push([version, then])}
      onClose={() => (closed += 1)}
    />,
    { as: 'owner' },
  )
  const versions = dialog.getByRole('list', { name: 'גרסאות' }).getByRole('button')
  await expect.element(versions.first()).toMatchTextContent(/מיכל לדוגמה.*כותרת: חדשה/)
  await expect.element(versions.first()).toHaveAttribute('aria-current', 'true')
  await expect.element(dialog.getByText('זה בדיוק מה שכתוב עכשיו.')).toBeVisible()
  await versions.nth(1).click()
  await expect.poll(() => dialog.element().querySelector('del')?.textContent).toBe('חדשה')
  expect(dialog.element().querySelector('ins')!.textContent).toBe('ישנה')
  await dialog.getByRole('button', { name: /^רק את המקטע הזה/ }).click()
  await dialog.getByRole('button', { name: /^חזרה לגרסה/ }).click()
  expect(restored.map(([, then]) => then[0]!.content)).toMatchObject([{ title: 'ישנה' }, { title: 'ישנה' }])
  expect(closed).toBe(1)
})

test('a seeded version is labelled as such instead of with an author', async () => {
  await renderApp(
    <HistoryDialog path={path} blocks={[]} publishedId={null} onRestore={() => {}} onClose={() => {}} />,
    { as: 'owner' },
  )
  const first = dialog.getByRole('list', { name: 'גרסאות' }).getByRole('button').last()
  await expect.element(first).toMatchTextContent(/^גרסה 1.*הגיעה עם המערכת/)
})

test('the blocks of another page can be copied; the page itself and the announcement are not offered', async () => {
  const copied: [string, readonly Block[]][] = []
  await renderApp(
    <CopyPageDialog path="/about" onCopied={(label, blocks) => copied.push([label, blocks])} onClose={() => {}} />,
    { as: 'content' },
  )
  const from = dialog.getByLabelText('להתחיל מתוך')
  const paths = () => [...(from.element() as HTMLSelectElement).options].map(({ value }) => value)
  await expect.poll(paths).toContain('/faq')
  expect(paths()).not.toContain('/about')
  expect(paths()).not.toContain('/*')
  await from.selectOptions('/faq')
  await dialog.getByRole('button', { name: 'החלפה' }).click()
  await expect.poll(() => copied.map(([, blocks]) => blocks.some(({ kind }) => kind === 'questions'))).toEqual([true])
  await userEvent.keyboard('{Escape}')
})
