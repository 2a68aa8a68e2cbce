import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Block } from '#platform/pages/blocks.ts'
import { editableAt, editInline, withText } from './inline-editing.ts'

/** Blocks and the page that the server rendered from them. Two sets of blocks may have the same HTML. */
export type RenderedPreview = { html: string; blocks: readonly Block[] }

export type InlineEditing = {
  /** The current block, which the rendered page may lack. */
  blockOf: (id: string) => Block | undefined
  /** Called instead of `onSelect` with the block of a clicked editable text. */
  onStart: (id: string) => void
  onWrite: (id: string, content: Block['content']) => void
}

type Props = {
  rendered: RenderedPreview
  isPhone: boolean
  isDark: boolean
  selected: string | null
  onSelect: (id: string) => void
  /** Receives the ids of the blocks that the page does not show. */
  onHidden?: ((ids: ReadonlySet<string>) => void) | undefined
  inlineEditing?: InlineEditing | undefined
}

/**
 * Delay between the end of an inline edit and a new body, in milliseconds. A click on the next text must find its
 * element.
 */
const SETTLE_MS = 300

const widths = { phone: 390, computer: 1280 } as const

/**
 * The page in an iframe of the selected width, scaled to fit. The iframe runs no scripts. Links are inert, and a click
 * selects the block or starts an inline edit. After the first load only the body is replaced, to avoid flicker.
 */
export function PreviewFrame({ rendered, isPhone, isDark, selected, onSelect, onHidden, inlineEditing }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [first] = useState(() => withInertLinks(rendered.html))
  const [isLoaded, setLoaded] = useState(false)
  const width = isPhone ? widths.phone : widths.computer
  const room = useFrameWidth(place, width)
  // Never scaled up.
  const scale = Math.min(1, room / width)
  const latest = useRef({ rendered, onSelect, onHidden, inlineEditing })
  useEffect(() => {
    latest.current = { rendered, onSelect, onHidden, inlineEditing }
  })
  const [isEditing, setEditing] = useState(false)
  // The state of the last render misses an edit that began between that render and its effects.
  const hasEdit = useRef(false)
  const ending = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shown = useRef<RenderedPreview>(undefined)

  useEffect(() => {
    const inside = frame.current?.contentDocument
    // Replacing the body would lose the caret, so it is deferred until the inline edit ends.
    if (!isLoaded || !inside || hasEdit.current || shown.current === rendered) return
    shown.current = rendered
    replaceBody(inside, rendered.html)
    const missing = rendered.blocks.filter(({ id }) => !inside.getElementById(id))
    latest.current.onHidden?.(new Set(missing.map(({ id }) => id)))
  }, [rendered, isLoaded, isEditing])

  useEffect(() => {
    const inside = frame.current?.contentDocument
    if (isLoaded && inside) darken(inside, isDark)
  }, [isDark, isLoaded])

  useEffect(() => {
    const inside = frame.current?.contentDocument
    if (!isLoaded || !inside || !selected) return undefined
    const block = inside.getElementById(selected)
    if (!block) return undefined
    if (!isEditing) block.scrollIntoView({ block: 'nearest' })
    block.style.outline = '3px solid var(--focus)'
    block.style.outlineOffset = '-3px'
    return () => void (block.style.outline = '')
  }, [selected, isLoaded, rendered, isEditing])

  function listen() {
    const inside = frame.current!.contentDocument!
    const stop = (event: Event) => {
      event.preventDefault()
      if (event.type !== 'click') return
      const target = event.target as Element
      const id = blockAt(target)
      if (id === undefined) return
      if (target.closest('[contenteditable]')) latest.current.inlineEditing?.onStart(id)
      else latest.current.onSelect(id)
    }
    inside.addEventListener('click', stop, true)
    inside.addEventListener('submit', stop, true)
    // On mousedown, so that the browser puts the caret at the pressed position.
    inside.addEventListener('mousedown', ({ target, button }) => {
      if (button === 0) startEditing(target as Element)
    })
    inside.addEventListener('mouseover', ({ target }) => {
      const text = textAt(target as Element)
      if (text) text.element.style.cursor = 'text'
    })
    setLoaded(true)
  }

  /** The id of the block that contains the element. */
  function blockAt(target: Element): string | undefined {
    const ids = new Set(latest.current.rendered.blocks.map(({ id }) => id))
    for (let at: Element | null = target; at; at = at.parentElement) if (ids.has(at.id)) return at.id
    return undefined
  }

  function textAt(target: Element) {
    const id = blockAt(target)
    const block = id === undefined ? undefined : latest.current.inlineEditing?.blockOf(id)
    const text = block && editableAt(target, block)
    return block && text && { ...text, id: block.id }
  }

  function startEditing(target: Element) {
    const text = target.closest('[contenteditable]') ? undefined : textAt(target)
    if (!text) return
    // Blurs first: a blur of the edited text sets the timer that is cleared next.
    target.ownerDocument.querySelector<HTMLElement>('[contenteditable]')?.blur()
    clearTimeout(ending.current)
    hasEdit.current = true
    setEditing(true)
    editInline(text.element, {
      onText(newText) {
        const block = latest.current.inlineEditing?.blockOf(text.id)
        const content = block && (withText(block.content, text.path, newText) as Block['content'])
        if (content) latest.current.inlineEditing?.onWrite(text.id, content)
      },
      onEnd() {
        ending.current = setTimeout(() => {
          hasEdit.current = false
          setEditing(false)
        }, SETTLE_MS)
      },
    })
  }

  return (
    <div className="preview__place" ref={place}>
      <iframe
        ref={frame}
        title="העמוד כפי שייראה"
        className="preview__frame"
        srcDoc={first}
        sandbox="allow-same-origin"
        onLoad={listen}
        style={{
          inlineSize: width,
          blockSize: `${100 / scale}%`,
          insetInlineStart: (room - width * scale) / 2,
          transform: `scale(${scale})`,
        }}
      />
    </div>
  )
}

/** Links open a new tab, which the sandbox refuses: so they are inert even before the page has loaded. */
const withInertLinks = (html: string) => html.replace('<head>', '<head><base target="_blank">')

/** Width of the container, measured before the first paint. Keeps the last width while hidden. */
function useFrameWidth(place: RefObject<HTMLElement | null>, atFirst: number) {
  const [room, setRoom] = useState(atFirst)
  useLayoutEffect(() => {
    const measure = (width: number) => width > 0 && setRoom(width)
    measure(place.current!.clientWidth)
    const watch = new ResizeObserver(([entry]) => measure(entry!.contentRect.width))
    watch.observe(place.current!)
    return () => watch.disconnect()
  }, [place])
  return room
}

function darken(inside: Document, isDark: boolean) {
  if (isDark) inside.documentElement.dataset['theme'] = 'dark'
  else delete inside.documentElement.dataset['theme']
}

/** Replaces the body and links additional style sheets. */
function replaceBody(inside: Document, html: string) {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const linked = new Set(
    [...inside.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute('href')),
  )
  for (const link of parsed.querySelectorAll('link[rel="stylesheet"]'))
    if (!linked.has(link.getAttribute('href'))) inside.head.append(inside.importNode(link))
  const { scrollingElement } = inside
  const top = scrollingElement?.scrollTop ?? 0
  inside.body.replaceChildren(...[...parsed.body.childNodes].map((node) => inside.importNode(node, true)))
  scrollingElement?.scrollTo({ top, behavior: 'instant' })
}
