import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { brokenPng, pngFile } from '../../../../test/browser/png.ts'
import { renderApp } from '../../../../test/browser/render.tsx'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import type { MessageBlock } from '../message-blocks.ts'
import { type ArticleBlock, BlocksEditor } from './blocks-editor.tsx'

const group = 'איש הקשר'
const fields: MergeField[] = [
  { name: 'תגית', label: 'תגיות', group, kind: 'list', sample: [] },
  { name: 'סוג', label: 'סוג', group, kind: 'text', sample: '', labels: { client: 'לקוחות', lead: 'מתעניינים' } },
  { name: 'קישור.אתר', label: 'האתר', group: 'קישורים', kind: 'link', sample: '/' },
]
const article: ArticleBlock = { kind: 'article', title: 'על הלוואות', text: '', to: '/blog/loans', picture: null }

const OneArticle = ({ onChoose, onClose }: { onChoose: (block: ArticleBlock) => void; onClose: () => void }) => (
  <button
    onClick={() => {
      onChoose(article)
      onClose()
    }}
  >
    על הלוואות
  </button>
)

function Blocks({ first }: { first: MessageBlock[] }) {
  const [blocks, setBlocks] = useState(first)
  return (
    <>
      <BlocksEditor blocks={blocks} onChange={setBlocks} fields={fields} ArticleChooser={OneArticle} />
      <output aria-label="stored">{JSON.stringify(blocks)}</output>
    </>
  )
}
const stored = async () => JSON.parse(page.getByLabelText('stored').element().textContent) as MessageBlock[]
const kinds = async () => (await stored()).map(({ kind }) => kind)
const open = (first: MessageBlock[] = []) => renderApp(<Blocks first={first} />, { as: 'owner' })
const text = (content: string): MessageBlock => ({ kind: 'text', text: content })
const more = (n: number) => page.getByRole('button', { name: `עוד על חלק ${n}` })

test('an added block takes the focus', async () => {
  await open()
  await page.getByRole('button', { name: 'הוספת חלק' }).click()
  await page.getByRole('menuitem', { name: 'כותרת' }).click()
  await expect.element(page.getByRole('textbox', { name: 'הכותרת' })).toHaveFocus()
  await userEvent.keyboard('שלום')
  await expect.poll(stored).toEqual([{ kind: 'heading', text: 'שלום' }])
})

test('blocks move by keyboard, and the focus follows', async () => {
  await open([text('א'), { kind: 'line' }, text('ב')])
  await page.getByRole('button', { name: 'הזזה למטה' }).nth(0).click()
  await expect.poll(kinds).toEqual(['line', 'text', 'text'])
  await expect.element(page.getByRole('button', { name: 'הזזה למטה' }).nth(1)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(stored).toEqual([{ kind: 'line' }, text('ב'), text('א')])
  await expect.element(page.getByRole('textbox', { name: 'הטקסט' }).nth(1)).toHaveTextContent('א')
})

test('a block is duplicated and removed', async () => {
  await open([text('א')])
  await more(1).click()
  await page.getByRole('menuitem', { name: 'שכפול' }).click()
  await expect.poll(kinds).toEqual(['text', 'text'])
  await more(2).click()
  await page.getByRole('menuitem', { name: 'הסרה' }).click()
  await expect.poll(kinds).toEqual(['text'])
})

test('a block condition can be set and removed', async () => {
  await open([text('לוותיקים')])
  await more(1).click()
  await page.getByRole('menuitem', { name: 'למי להציג' }).click()
  await page.getByRole('button', { name: 'שמירת התנאי' }).click()
  await expect.element(page.getByText(/יש לכתוב ערך/)).toBeVisible()
  await page.getByLabelText('ערך').fill('ותיקים')
  await page.getByRole('button', { name: 'שמירת התנאי' }).click()
  await expect.poll(stored).toEqual([{ ...text('לוותיקים'), when: 'תגית=ותיקים' }])
  await page.getByRole('button', { name: 'רק כאשר תגיות = ותיקים' }).click()
  await page.getByRole('button', { name: 'להציג לכולם' }).click()
  await expect.poll(stored).toEqual([text('לוותיקים')])
})

test('a condition offers the values of an enumerated field', async () => {
  await open([text('ללקוחות')])
  await more(1).click()
  await page.getByRole('menuitem', { name: 'למי להציג' }).click()
  await page.getByLabelText('שדה').selectOptions('סוג')
  await page.getByLabelText('תנאי').selectOptions('שונה מ')
  await page.getByLabelText('ערך').selectOptions('מתעניינים')
  await page.getByRole('button', { name: 'שמירת התנאי' }).click()
  await expect.poll(stored).toEqual([{ ...text('ללקוחות'), when: 'לא סוג=מתעניינים' }])
})

test('a button can link to a personal link', async () => {
  await open([{ kind: 'button', words: 'לאתר', to: '' }])
  await expect.element(page.getByLabelText('הכתובת')).toBeVisible()
  await page.getByLabelText('לאן').selectOptions('האתר')
  await expect.element(page.getByLabelText('הכתובת')).not.toBeInTheDocument()
  await expect.poll(stored).toEqual([{ kind: 'button', words: 'לאתר', to: '{{קישור.אתר}}' }])
})

test('a blog post is copied into the message', async () => {
  await open()
  await page.getByRole('button', { name: 'הוספת חלק' }).click()
  await page.getByRole('menuitem', { name: 'מאמר' }).click()
  await page.getByRole('button', { name: 'על הלוואות' }).click()
  await expect.poll(stored).toEqual([article])
})

test('a second picture can be added after the first, and an unreadable file adds none', async () => {
  await open()
  const add = page.getByRole('button', { name: 'תמונה', exact: true })
  const input = () => document.querySelectorAll<HTMLInputElement>('input[type=file]')
  for (const added of [1, 2]) {
    await userEvent.upload([...input()].at(-1)!, await pngFile())
    await expect.poll(kinds).toEqual(Array(added).fill('picture'))
    await expect.element(add).not.toHaveAttribute('aria-busy')
  }
  await userEvent.upload([...input()].at(-1)!, brokenPng())
  await expect.element(page.getByText('התמונה לא נוספה')).toBeVisible()
  await expect.element(add).not.toHaveAttribute('aria-busy')
  expect(await kinds()).toHaveLength(2)
})
