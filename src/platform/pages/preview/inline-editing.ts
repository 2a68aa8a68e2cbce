// Inline editing in the preview: finds the field of a block that a shown text belongs to, and makes its element editable.
import { type Block, kindOf } from '#platform/pages/blocks.ts'
import { fieldOf } from '#platform/pages/fields.ts'
import { z } from '#lib/schema.ts'

/** Path of a text in the content of a block. */
type Path = readonly (string | number)[]

/** Elements that handle keys themselves. */
const notEditable = 'button, summary, label, select, input, textarea, svg'

/**
 * The element at `target` that shows exactly one plain text of the block. Texts with tokens or Markdown are rendered
 * differently from their source, so they can be edited in the form only.
 */
export function editableAt(target: Element, block: Block): { element: HTMLElement; path: Path } | undefined {
  const element = target.closest(notEditable) ? null : withOwnText(target)
  const shown = element?.textContent.trim()
  if (!element || !shown) return undefined
  const [found, ...others] = [...textsOf(kindOf(block.kind).content, block.content, [])].filter(
    ({ text }) => text === shown,
  )
  return found && others.length === 0 ? { element, path: found.path } : undefined
}

function withOwnText(target: Element): HTMLElement | null {
  const isOwn = [...target.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  return isOwn ? (target as HTMLElement) : null
}

function* textsOf(schema: z.ZodType, value: unknown, path: Path): Generator<{ path: Path; text: string }> {
  const meta = fieldOf(schema)
  if (meta?.input === 'picture') return
  if (meta?.input === 'list' && Array.isArray(value))
    for (const [at, row] of value.entries()) yield* textsOf(meta.item, row, [...path, at])
  else if (schema instanceof z.ZodObject)
    for (const [name, inner] of Object.entries(schema.shape as Record<string, z.ZodType>))
      yield* textsOf(inner, (Object(value) as Record<string, unknown>)[name], [...path, name])
  else if ((meta?.input === 'line' || meta?.input === 'text') && typeof value === 'string')
    yield { path, text: value.trim() }
}

/** The content with another text at the path. */
export function withText(content: unknown, [step, ...rest]: Path, text: string): unknown {
  if (step === undefined) return text
  if (Array.isArray(content)) return content.map((row: unknown, at) => (at === step ? withText(row, rest, text) : row))
  const group = content as Record<string, unknown>
  return { ...group, [step]: withText(group[step], rest, text) }
}

/** Makes the text editable until it loses the focus, or until Enter or Escape. Ctrl+S reaches the keys of the editor. */
export function editInline(
  element: HTMLElement,
  { onText, onEnd }: { onText: (text: string) => void; onEnd: () => void },
) {
  const over = new AbortController()
  const { signal } = over
  const { whiteSpace, outline } = element.style
  element.setAttribute('contenteditable', 'plaintext-only')
  // The browser does not support 'plaintext-only'.
  if (!element.isContentEditable) return end()
  // Without pre-wrap a trailing space would become a no-break space.
  element.style.whiteSpace = 'pre-wrap'
  element.style.outline = '2px solid var(--focus)'
  element.focus({ preventScroll: true })
  // Pasted lines become one, except in a text that already has several.
  const hasLines = element.textContent.trim().includes('\n')
  const read = () => (hasLines ? element.textContent : element.textContent.replaceAll('\n', ' '))
  element.addEventListener('input', () => onText(read()), { signal })
  element.addEventListener('blur', end, { signal })
  element.addEventListener('keydown', press, { signal })

  function end() {
    over.abort()
    element.removeAttribute('contenteditable')
    Object.assign(element.style, { whiteSpace, outline })
    element.blur()
    onEnd()
  }
  function press(event: KeyboardEvent) {
    const { key, code, ctrlKey, metaKey } = event
    if (key === 'Enter' || key === 'Escape') end()
    else if (code === 'KeyS' && (ctrlKey || metaKey))
      document.dispatchEvent(new KeyboardEvent('keydown', { code, ctrlKey, metaKey }))
    else return
    event.preventDefault()
  }
}
