import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScreen } from '../../../../test/browser/render.tsx'
import { addPost, backend, paragraph } from './add-post.fixture.ts'

const body = () => page.elementLocator(document.querySelector('.ProseMirror')!)
const slashMenu = page.getByRole('list', { name: 'הוספה לטקסט' })
const tool = (name: string) =>
  page.getByRole('toolbar', { name: 'עיצוב הטקסט' }).getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog', { name: 'קישור' })

async function openBody(text = '') {
  const { id } = await addPost({ body: text ? paragraph(text) : { type: 'doc', content: [] } })
  await openScreen(`/crm/blog/${id}`, 'content')
  await expect.poll(() => document.querySelector('.ProseMirror')).not.toBeNull()
  await body().click()
  return id
}
const savedBody = async (id: string) => {
  const { data } = await backend
    .from('posts')
    .select('draft:post_revisions!posts_draft_id_fkey(body)')
    .eq('id', id)
    .single()
    .throwOnError()
  return JSON.stringify(data.draft?.body)
}

test('a slash opens the block list, typing filters it, and Enter inserts the active block', async () => {
  const id = await openBody()
  await userEvent.keyboard('/')
  await expect.element(slashMenu).toBeVisible()
  const all = slashMenu.getByRole('button').elements().length
  await userEvent.keyboard('כותרת')
  await expect.poll(() => slashMenu.getByRole('button').elements().length).toBe(2)
  expect(all).toBeGreaterThan(2)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByText(/^כותרת משנה, 2 מתוך 2/)).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByText(/^כותרת, 1 מתוך 2/)).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(slashMenu).not.toBeInTheDocument()
  await userEvent.keyboard('פתיחה')
  expect(body().element().querySelector('h2')?.textContent).toBe('פתיחה')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(() => savedBody(id)).toContain('"heading"')
})

test('Escape closes the block list and leaves the slash as text', async () => {
  await openBody()
  await userEvent.keyboard('/')
  await expect.element(slashMenu).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(slashMenu).not.toBeInTheDocument()
  await userEvent.keyboard('א')
  expect(body().element().textContent).toBe('/א')
})

test('a link is completed to a URL, refused if invalid, and removed', async () => {
  await openBody('מילה')
  await userEvent.keyboard('{Control>}a{/Control}')
  await tool('קישור').click()
  const href = dialog.getByRole('combobox', { name: 'לאן הוא מוביל' })
  await href.fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'שמירת הקישור' }).click()
  await expect.element(href).toHaveAccessibleDescription(/זו לא כתובת שאפשר להגיע אליה/)
  await href.fill('noa@example.com')
  await dialog.getByRole('button', { name: 'שמירת הקישור' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(body().element().querySelector('a')?.getAttribute('href')).toBe('mailto:noa@example.com')
  await expect.element(tool('קישור')).toHaveAttribute('aria-pressed', 'true')
  await tool('קישור').click()
  await expect.element(href).toHaveValue('mailto:noa@example.com')
  await dialog.getByRole('button', { name: 'הסרת הקישור' }).click()
  await expect.poll(() => body().element().querySelector('a')).toBeNull()
  expect(body().element().textContent).toBe('מילה')
})

test('toolbar buttons show their pressed state, and undo is disabled until there is something to undo', async () => {
  await openBody('מילה')
  await expect.element(tool('ביטול הצעד האחרון')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Control>}a{/Control}')
  await tool('הדגשה').click()
  await expect.element(tool('הדגשה')).toHaveAttribute('aria-pressed', 'true')
  expect(body().element().querySelector('strong')?.textContent).toBe('מילה')
  await tool('משמאל לימין').click()
  expect(body().element().querySelector('p')?.dir).toBe('ltr')
  await tool('ביטול הצעד האחרון').click()
  await tool('ביטול הצעד האחרון').click()
  await expect.poll(() => body().element().querySelector('strong')).toBeNull()
  await tool('ביצוע מחדש').click()
  await expect.poll(() => body().element().querySelector('strong')).not.toBeNull()
})

test('a pasted block with invalid data is removed or emptied, and a valid block is preserved', async () => {
  await openBody()
  const block = (kind: string, attrs: object) => `<div data-block="${kind}" data-is='${JSON.stringify(attrs)}'></div>`
  const clipboardData = new DataTransfer()
  clipboardData.setData(
    'text/html',
    `<p>לפני</p>${block('drawing', { art: 'none', caption: 'לא קיים' })}${block('chart', { title: 'הוצאות', lines: 5 })}${block('drawing', { art: 'jars', caption: 'צנצנות' })}<p>אחרי</p>`,
  )
  body()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(page.getByRole('textbox', { name: /^כיתוב/ })).toHaveValue('צנצנות')
  await expect.element(page.getByRole('textbox', { name: 'כותרת התרשים' })).toHaveValue('הוצאות')
  await expect.element(page.getByRole('textbox', { name: 'שורה לכל עמודה' })).toHaveValue('')
  await expect.element(body()).toMatchTextContent(/לפני/)
})
