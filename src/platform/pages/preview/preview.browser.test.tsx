import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Block, blockKinds } from '#platform/pages/blocks.ts'
import { renderApp } from '../../../../test/browser/render.tsx'
import { PreviewFrame } from './preview-frame.tsx'
import { Preview } from './preview.tsx'

const quote = (text: string, id = 'said'): Block => ({
  id,
  kind: 'quote',
  content: { ...blockKinds.quote.blank, text },
})
const opening: Block = { id: 'top', kind: 'opening', content: { ...blockKinds.opening.blank, title: 'אודות' } }
const inside = () => document.querySelector('iframe')!.contentDocument!
const frame = () => document.querySelector('iframe')!

const html = (text: string) =>
  `<!doctype html><html><head></head><body><section id="top"><a href="https://example.com">קישור</a></section><p id="other">${text}</p><form action="/x"><button>שליחה</button></form></body></html>`

function Frame({
  words,
  selected = null,
  isDark = false,
  isPhone = false,
}: {
  words: string
  selected?: string | null
  isDark?: boolean
  isPhone?: boolean
}) {
  const [chosen, setChosen] = useState('')
  return (
    <div style={{ inlineSize: '640px', blockSize: '400px', display: 'grid' }}>
      <PreviewFrame
        rendered={{ html: html(words), blocks: [opening] }}
        isPhone={isPhone}
        isDark={isDark}
        selected={selected}
        onSelect={setChosen}
      />
      <output>{chosen}</output>
    </div>
  )
}
const loaded = () => expect.poll(() => inside().querySelector('#other')?.textContent).toBeTruthy()

test('a click selects the block under the pointer and follows no link, and no form is submitted', async () => {
  await render(<Frame words="ראשון" />)
  await loaded()
  const link = inside().querySelector('a')!
  await expect
    .poll(() => {
      link.click()
      return document.querySelector('output')!.textContent
    })
    .toBe('top')
  inside().querySelector('button')!.click()
  expect(inside().location.href).toBe('about:srcdoc')
  expect(frame().getAttribute('sandbox')).toBe('allow-same-origin')
})

test('a link clicked before the page has loaded is not followed', async () => {
  await render(<Frame words="ראשון" />)
  await loaded()
  // Stops the click before the frame's own listeners, which are attached after the page has loaded.
  inside().defaultView!.addEventListener('click', (event) => event.stopImmediatePropagation(), true)
  const navigated = new Promise((resolve) => frame().addEventListener('load', resolve))
  inside().querySelector('a')!.click()
  await Promise.race([navigated, new Promise((resolve) => setTimeout(resolve, 300))])
  expect(frame().contentDocument?.location.href).toBe('about:srcdoc')
})

test('a later version replaces the body of the same document, to avoid flicker', async () => {
  const screen = await render(<Frame words="ראשון" />)
  await loaded()
  const before = inside()
  await screen.rerender(<Frame words="שני" />)
  await expect.poll(() => inside().querySelector('#other')?.textContent).toBe('שני')
  expect(inside()).toBe(before)
})

test('the selected block is outlined, and the preview uses its selected theme', async () => {
  const screen = await render(<Frame words="ראשון" selected="top" isDark />)
  await loaded()
  await expect.poll(() => inside().getElementById('top')!.style.outline).toContain('3px')
  expect(inside().documentElement.dataset['theme']).toBe('dark')
  await screen.rerender(<Frame words="ראשון" />)
  await expect.poll(() => inside().getElementById('top')!.style.outline).toBe('')
  expect(inside().documentElement.dataset['theme']).toBeUndefined()
})

test('the page has the selected width, and is scaled down to the container but never up', async () => {
  const screen = await render(<Frame words="ראשון" />)
  const scale = () => new DOMMatrix(getComputedStyle(frame()).transform).a
  await expect.poll(scale).toBeCloseTo(638 / 1280, 2)
  expect(getComputedStyle(frame()).inlineSize).toBe('1280px')
  await screen.rerender(<Frame words="ראשון" isPhone />)
  await expect.poll(scale).toBe(1)
  expect(getComputedStyle(frame()).inlineSize).toBe('390px')
})

const open = (blocks: readonly Block[]) => (
  <div style={{ inlineSize: '900px' }}>
    <Preview path="/about" blocks={blocks} selected={null} onSelect={() => {}} />
  </div>
)
function Editor() {
  const [blocks, setBlocks] = useState<readonly Block[]>([opening, quote('משפט ראשון')])
  return (
    <>
      <button type="button" onClick={() => setBlocks([opening, quote('משפט שני')])}>
        תיקון
      </button>
      <button type="button" onClick={() => setBlocks([opening, quote('')])}>
        מחיקה
      </button>
      {open(blocks)}
    </>
  )
}
const shown = () => document.querySelector('iframe')?.contentDocument?.body.textContent ?? ''

test('the server renders unsaved edits; with invalid content the last page stays, with a message', async () => {
  await renderApp(<Editor />, { as: 'content' })
  await expect.poll(shown).toContain('משפט ראשון')
  await page.getByRole('button', { name: 'תיקון' }).click()
  await expect.poll(shown).toContain('משפט שני')
  await page.getByRole('button', { name: 'מחיקה' }).click()
  await expect.element(page.getByText('התצוגה תתעדכן כשכל השדות יהיו תקינים')).toBeVisible()
  expect(shown()).toContain('משפט שני')
})

function AddingForm() {
  const [blocks, setBlocks] = useState<readonly Block[]>([opening])
  const [hidden, setHidden] = useState<ReadonlySet<string>>()
  const form: Block = { id: 'empty-form', kind: 'form', content: blockKinds.form.blank }
  return (
    <div style={{ inlineSize: '900px' }}>
      <button type="button" onClick={() => setBlocks([opening, form])}>
        הוספה
      </button>
      <output>{hidden && `מוסתרים: ${[...hidden].join()}`}</output>
      <Preview path="/about" blocks={blocks} selected={null} onSelect={() => {}} onHidden={setHidden} />
    </div>
  )
}

test('a block that visitors do not see yet is reported, although the page is rendered identically with it', async () => {
  await renderApp(<AddingForm />, { as: 'content' })
  await expect.element(page.getByText('מוסתרים: ', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'הוספה' }).click()
  await expect.element(page.getByText('מוסתרים: empty-form')).toBeVisible()
})

test('on a phone the preview starts in phone width', async () => {
  await page.viewport(390, 844)
  await renderApp(open([opening]), { as: 'content' })
  await expect.element(page.getByRole('button', { name: 'טלפון' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'מחשב' }).click()
  await expect.element(page.getByRole('button', { name: 'טלפון' })).toHaveAttribute('aria-pressed', 'false')
})

test('a role without edit rights gets a message in place of the page', async () => {
  await renderApp(open([opening]), { as: 'sales' })
  await expect.element(page.getByText('אין לכם הרשאה לפעולה הזאת')).toBeVisible()
  expect(document.querySelector('iframe')).toBeNull()
})

afterEach(() => page.viewport(1440, 900))
