import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { type Block, blockKinds } from '#platform/pages/blocks.ts'
import { renderApp } from '../../../../test/browser/render.tsx'
import { PreviewFrame, type RenderedPreview, type InlineEditing } from './preview-frame.tsx'
import { Preview } from './preview.tsx'
import { withText } from './inline-editing.ts'

const opening = { ...blockKinds.opening.blank, title: 'אודות' }
const point = (title: string) => ({ ...blockKinds.points.blank.list[0]!, title })
const start = [
  { id: 'top', kind: 'opening', content: { ...opening, action: { words: 'לשיחה איתנו', href: '/contact' } } },
  { id: 'three', kind: 'points', content: { ...blockKinds.points.blank, list: [point('ראשונה'), point('שנייה')] } },
  { id: 'said', kind: 'quote', content: { ...blockKinds.quote.blank, text: 'משפט של {{businessName}}' } },
] as unknown as readonly Block[]

const inside = () => document.querySelector('iframe')!.contentDocument!
const element = (block: string, text: string) =>
  [...(document.querySelector('iframe')?.contentDocument?.querySelectorAll<HTMLElement>(`#${block} *`) ?? [])].findLast(
    ({ textContent }) => textContent.trim() === text,
  )
const press = (pressed: Element | undefined) => {
  for (const type of ['mousedown', 'mouseup', 'click'])
    pressed?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
}
/** Presses until the preview has loaded and the text is editable. */
async function startEditing(block: string, text: string) {
  await expect
    .poll(() => {
      press(element(block, text))
      return inside().activeElement?.textContent.trim()
    })
    .toBe(text)
  return inside().activeElement as HTMLElement
}
function type(edited: HTMLElement, text: string) {
  edited.textContent = text
  edited.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
const pressKey = (edited: HTMLElement, init: KeyboardEventInit) =>
  edited.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))

function Editor() {
  const [blocks, setBlocks] = useState(start)
  const [started, setStarted] = useState('')
  const [selected, setSelected] = useState('')
  return (
    <div style={{ inlineSize: '900px' }}>
      <output id="started">{started}</output>
      <output id="selected">{selected}</output>
      <output id="content">{JSON.stringify(blocks.map(({ content }) => content))}</output>
      <Preview
        path="/about"
        blocks={blocks}
        selected={null}
        onSelect={setSelected}
        inlineEditing={{
          onStart: setStarted,
          onWrite: (id, content) =>
            setBlocks((now) => now.map((block) => (block.id === id ? ({ ...block, content } as Block) : block))),
        }}
      />
    </div>
  )
}
const textOf = (id: string) => document.querySelector(`#${id}`)!.textContent

test('a heading and a text of a list item are edited inline, and the page is rendered with the new texts', async () => {
  await renderApp(<Editor />, { as: 'content' })
  const heading = await startEditing('top', 'אודות')
  await expect.poll(() => textOf('started')).toBe('top')
  expect(textOf('selected')).toBe('')
  type(heading, 'מי אנחנו')
  await expect.poll(() => textOf('content')).toContain('"title":"מי אנחנו"')
  pressKey(heading, { key: 'Enter' })
  expect(heading.isContentEditable).toBe(false)
  // The page rendered by the server replaces the edited element.
  await expect.poll(() => heading.isConnected).toBe(false)
  await expect.poll(() => element('top', 'מי אנחנו')?.tagName).toBe('H1')

  type(await startEditing('three', 'שנייה'), 'אחרונה')
  await expect.poll(() => textOf('content')).toContain('"title":"אחרונה"')
  expect(textOf('content')).toContain('"title":"ראשונה"')
})

test('a text with a token cannot be edited inline: a click on it selects its block', async () => {
  await renderApp(<Editor />, { as: 'content' })
  await startEditing('top', 'אודות')
  const saying = inside().querySelector('#said .saying')!
  expect(saying.textContent).not.toContain('{{')
  press(saying)
  await expect.poll(() => textOf('selected')).toBe('said')
  expect(saying.hasAttribute('contenteditable')).toBe(false)
})

const version = (text: string) => ({
  html: `<!doctype html><html><head></head><body><p id="top"><b>${text}</b></p></body></html>`,
  blocks: start,
})
const inlineEditing: InlineEditing = { blockOf: () => start[0], onStart: () => {}, onWrite: () => {} }
const frame = (rendered: RenderedPreview, selected: string | null = null) => (
  <PreviewFrame {...{ rendered, selected, inlineEditing }} isPhone={false} isDark={false} onSelect={() => {}} />
)

test('a new version of the page is not shown until the inline edit ends', async () => {
  const screen = await render(frame(version('אודות')))
  const heading = await startEditing('top', 'אודות')
  await screen.rerender(frame(version('גרסה חדשה'), 'top'))
  // The outline is drawn after the page of the same version.
  await expect.poll(() => inside().getElementById('top')!.style.outline).toContain('3px')
  expect(heading.isConnected).toBe(true)
  pressKey(heading, { key: 'Escape' })
  await expect.poll(() => inside().body.textContent).toBe('גרסה חדשה')
})

test('a new version of the page is not shown while the inline edit moves to another text', async () => {
  const html = (first: string) =>
    `<!doctype html><html><head></head><body><div id="top"><b>${first}</b><i>לשיחה איתנו</i></div></body></html>`
  const screen = await render(frame({ html: html('אודות'), blocks: start }))
  await startEditing('top', 'אודות')
  const link = await startEditing('top', 'לשיחה איתנו')
  await screen.rerender(frame({ html: html('גרסה חדשה'), blocks: start }))
  // Longer than the delay after the end of an inline edit.
  await new Promise((resolve) => void setTimeout(resolve, 600))
  expect(link.isContentEditable && link.isConnected).toBe(true)
  pressKey(link, { key: 'Escape' })
  await expect.poll(() => inside().body.textContent).toContain('גרסה חדשה')
})

test('a multi-line text keeps its lines, and lines pasted into a single-line text are joined', async () => {
  const content = { ...blockKinds.map.blank, text: 'רחוב 1\nקומה 2' }
  const block = { id: 'top', kind: 'map', content } as Block
  const html = `<!doctype html><html><head></head><body><div id="top"><b>${content.title}</b><p>${content.text}</p></div></body></html>`
  const written: Block['content'][] = []
  const writing: InlineEditing = {
    blockOf: () => block,
    onStart: () => {},
    onWrite: (_, changed) => void written.push(changed),
  }
  const rendered = { html, blocks: [block] }
  await render(
    <PreviewFrame
      rendered={rendered}
      selected={null}
      inlineEditing={writing}
      isPhone={false}
      isDark={false}
      onSelect={() => {}}
    />,
  )
  type(await startEditing('top', content.text), 'רחוב 1\nקומה 3')
  type(await startEditing('top', content.title), 'איפה\nאנחנו')
  expect(written).toEqual([
    { ...content, text: 'רחוב 1\nקומה 3' },
    { ...content, title: 'איפה אנחנו' },
  ])
})

test('Ctrl+S during an inline edit triggers the shortcut of the editor', async () => {
  const pressed: string[] = []
  const hear = ({ code, ctrlKey }: KeyboardEvent) => pressed.push(`${code} ${ctrlKey}`)
  document.addEventListener('keydown', hear)
  onTestFinished(() => document.removeEventListener('keydown', hear))
  await render(frame(version('אודות')))
  const heading = await startEditing('top', 'אודות')
  expect(pressKey(heading, { key: 's', code: 'KeyS', ctrlKey: true })).toBe(false)
  expect(pressed).toEqual(['KeyS true'])
})

test('withText replaces the text at a path and does not change the rest of the content', () => {
  const content = { title: 'א', list: [{ title: 'ב' }, { title: 'ג' }] }
  expect(withText(content, ['list', 1, 'title'], 'ד')).toEqual({ title: 'א', list: [{ title: 'ב' }, { title: 'ד' }] })
  expect(withText(content, ['title'], 'ד')).toEqual({ ...content, title: 'ד' })
})
