import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Block, type BlockOf, blockKinds, type Kind } from '#platform/pages/blocks.ts'
import { BlockForm } from './block-form.tsx'
import { ChoicesContext } from './choices.ts'
import { LinkCheckContext } from './link-check.ts'

let written: Block['content'] | undefined

function Editor({ block, showAll = false }: { block: Block; showAll?: boolean }) {
  const [content, setContent] = useState(block.content)
  return (
    <BlockForm
      block={{ ...block, content } as Block}
      showAll={showAll}
      onWrite={(next) => {
        written = next
        setContent(next)
      }}
    />
  )
}

function open<K extends Kind>(kind: K, changes: Partial<BlockOf<K>['content']> = {}, showAll = false) {
  const block = { id: 'one', kind, content: { ...blockKinds[kind].blank, ...changes } } as unknown as Block
  written = undefined
  return render(<Editor block={block} showAll={showAll} />)
}
const field = (label: string) => page.getByLabelText(label, { exact: false })
const button = (name: string) => page.getByRole('button', { name })
const list = () => (written as { list: { title: string }[] }).list.map(({ title }) => title)

test('an empty required field shows its error only on blur', async () => {
  await open('quote', { text: '' })
  await field('המשפט').click()
  await expect.element(field('המשפט')).not.toHaveAttribute('aria-invalid')
  await userEvent.keyboard('{Tab}')
  await expect.element(field('המשפט')).toHaveAccessibleDescription(/שדה חובה/)
  await field('המשפט').fill('משפט')
  await expect.element(field('המשפט')).not.toHaveAttribute('aria-invalid')
})

test('after a refused save every missing field shows its error, and rows with missing fields are expanded', async () => {
  await open(
    'points',
    {
      title: '',
      list: [
        { title: 'טובה', text: 'כן' },
        { title: '', text: 'חסרה' },
      ],
    },
    true,
  )
  await expect.element(field('הכותרת').first()).toHaveAccessibleDescription(/שדה חובה/)
  const rows = () => [...document.querySelectorAll('details')].map((row) => row.open)
  await expect.poll(rows).toEqual([false, true])
})

test('the remaining characters are shown near the limit, and an unknown placeholder is refused', async () => {
  await open('quote', { text: 'א'.repeat(100) })
  await expect.element(field('המשפט')).not.toHaveAccessibleDescription(/נותרו/)
  await field('המשפט').fill('א'.repeat(210))
  await expect.element(field('המשפט')).toHaveAccessibleDescription('נותרו 10 תווים')
  await field('המשפט').fill('שלום {{שם}}')
  await expect.element(field('המשפט')).toHaveAccessibleDescription(/אפשר להשתמש רק בשדות שברשימה/)
  await field('המשפט').fill('שלום {{businessName}}')
  await expect.element(field('המשפט')).not.toHaveAttribute('aria-invalid')
})

test('a link requires both a text and a safe URL', async () => {
  await open('points')
  await field('מה כתוב').fill('לפרטים')
  await field('לאן מגיעים').click()
  await userEvent.keyboard('{Tab}')
  await expect.element(field('לאן מגיעים')).toHaveAccessibleDescription(/קישור צריך גם מילים וגם כתובת/)
  await field('לאן מגיעים').fill('javascript:alert(1)')
  await expect.element(field('לאן מגיעים')).toHaveAccessibleDescription(/כתובת באתר/)
  await field('לאן מגיעים').fill('/about')
  await expect.element(field('לאן מגיעים')).not.toHaveAttribute('aria-invalid')
})

test('a link without a page shows a warning at its address, and within paragraphs a warning with its text', async () => {
  const check = (href: string) => (href === '/blog/gone' ? 'אין עמוד' : undefined)
  const block = { id: 'one', kind: 'paragraphs', content: { ...blockKinds.paragraphs.blank, text: 'יש [מאמר](/blog/gone) ו[עמוד](/about).' } } as unknown as Block // prettier-ignore
  const screen = await render(
    <LinkCheckContext value={check}>
      <Editor block={block} />
    </LinkCheckContext>,
  )
  await expect.element(page.getByText('״מאמר״: אין עמוד')).toBeVisible()
  await screen.unmount()
  const content = { ...blockKinds.points.blank, action: { words: 'לקריאה', href: '' } }
  const points = { id: 'one', kind: 'points', content } as unknown as Block
  await render(
    <LinkCheckContext value={check}>
      <Editor block={points} />
    </LinkCheckContext>,
  )
  await field('לאן מגיעים').fill('/blog/gone')
  await expect.element(field('לאן מגיעים')).toHaveAccessibleDescription('אין עמוד')
})

test('a new row is expanded and empty, and moving or removing a row moves or removes its content', async () => {
  await open('points', { list: [{ title: 'ראשונה', text: 'א' }] })
  await expect.element(button('נקודה 1: הסרה')).toBeDisabled()
  await button('הוספת נקודה').click()
  const added = page.getByRole('listitem').nth(1)
  await added.getByLabelText('הכותרת', { exact: false }).fill('שנייה')
  await button('נקודה 2: למעלה').click()
  await expect.poll(list).toEqual(['שנייה', 'ראשונה'])
  // An expanded row stays expanded after a move.
  const open_ = () => [...document.querySelectorAll('details')].map((row) => row.open)
  await expect.poll(open_).toEqual([true, false])
  await expect.element(button('נקודה 1: למעלה')).toBeDisabled()
  await expect.element(button('נקודה 2: למטה')).toBeDisabled()
  await button('נקודה 2: הסרה').click()
  await expect.poll(list).toEqual(['שנייה'])
})

test('a full list shows a message instead of the add button, and one at its minimum has a disabled remove button', async () => {
  const row = { when: 'אחרי חודש', text: 'מה יש' }
  await open('milestones', { list: [row, row, row, row, row] })
  await expect.element(button('אבן דרך 5: הסרה')).toBeEnabled()
  expect(button('הוספת אבן דרך').elements()).toEqual([])
  await expect.element(page.getByText(/הרשימה מלאה: אפשר עד 5/)).toBeVisible()
  for (const at of [5, 4, 3]) await button(`אבן דרך ${at}: הסרה`).click()
  await expect.element(button('אבן דרך 2: הסרה')).toBeDisabled()
  await expect.element(button('הוספת אבן דרך')).toBeVisible()
})

test('a table whose row length does not match the columns shows an error at its rows', async () => {
  await open('grid', { heads: ['מה', 'כמה', 'מתי'], rows: [{ cells: ['שורה', 'תא'] }] })
  await expect
    .element(page.getByRole('group', { name: 'השורות' }))
    .toHaveAccessibleDescription(/בכל שורה צריך תא לכל טור/)
})

test('a select and a switch update the value', async () => {
  const screen = await open('questions', { list: [{ question: 'כמה?', answer: 'כך.', home: false }] })
  await page.getByText('שאלה 1').click()
  await page.getByLabelText('גם בעמוד הבית').click()
  expect((written as BlockOf<'questions'>['content']).list[0]!.home).toBe(true)
  await screen.unmount()
  await open('quote')
  await page.getByLabelText('הרקע').selectOptions('נייר')
  expect(written).toMatchObject({ ground: 'plain' })
})

test('a form is selected by name, and a selected form stays listed after it is unpublished', async () => {
  const choices = { forms: new Map([['abc12', 'הכנה לפגישה']]), products: new Map<string, string>() }
  const block = { id: 'one', kind: 'form', content: { ...blockKinds.form.blank, form: 'old34' } } as unknown as Block
  await render(
    <ChoicesContext value={choices}>
      <Editor block={block} />
    </ChoicesContext>,
  )
  const chooser = page.getByRole('combobox', { name: 'הטופס (לא חובה)' })
  await expect.element(chooser).toHaveValue('old34')
  await expect.element(chooser).toMatchTextContent(/old34 \(לא מפורסם\)/)
  await chooser.selectOptions('הכנה לפגישה')
  expect(written).toMatchObject({ form: 'abc12' })
  await chooser.selectOptions('לא נבחר')
  expect(written).toMatchObject({ form: '' })
})

test('without published forms the field accepts the id of a form', async () => {
  await open('form')
  await field('הטופס').fill('abc12')
  expect(written).toMatchObject({ form: 'abc12' })
})
