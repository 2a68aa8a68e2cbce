import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Block } from '#features/pages/blocks.ts'

type Props = {
  html: string
  isPhone: boolean
  isDark: boolean
  blocks: readonly Block[]
  selected: string | null
  onSelect: (id: string) => void
}

const widths = { phone: 390, computer: 1280 } as const

/**
 * The page in a frame of its own width, made smaller to fit. No script of the page runs in it: links lead nowhere, and a press
 * chooses the block it lands on. After the first time only what stands inside the page is exchanged, so nothing flickers.
 */
export function PreviewFrame({ html, isPhone, isDark, blocks, selected, onSelect }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [first] = useState(html)
  const [isLoaded, setLoaded] = useState(false)
  const width = isPhone ? widths.phone : widths.computer
  const room = useFrameWidth(place, width)
  // Never larger than life.
  const scale = Math.min(1, room / width)
  const latest = useRef({ blocks, onSelect })
  useEffect(() => {
    latest.current = { blocks, onSelect }
  })

  useEffect(() => {
    const inside = frame.current?.contentDocument
    if (isLoaded && inside) exchange(inside, html)
  }, [html, isLoaded])

  useEffect(() => {
    const inside = frame.current?.contentDocument
    if (isLoaded && inside) darken(inside, isDark)
  }, [isDark, isLoaded])

  useEffect(() => {
    const inside = frame.current?.contentDocument
    if (!isLoaded || !inside || !selected) return undefined
    const block = inside.getElementById(selected)
    if (!block) return undefined
    block.scrollIntoView({ block: 'nearest' })
    block.style.outline = '3px solid var(--focus)'
    block.style.outlineOffset = '-3px'
    return () => void (block.style.outline = '')
  }, [selected, isLoaded, html])

  function listen() {
    const inside = frame.current!.contentDocument!
    const stop = (event: Event) => {
      event.preventDefault()
      if (event.type !== 'click') return
      const ids = new Set(latest.current.blocks.map(({ id }) => id))
      for (let at = event.target as Element | null; at; at = at.parentElement)
        if (ids.has(at.id)) return latest.current.onSelect(at.id)
    }
    inside.addEventListener('click', stop, true)
    inside.addEventListener('submit', stop, true)
    setLoaded(true)
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

/** How wide the place is, known before it is first drawn. While it is not shown it is as wide as it was. */
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

/** The newer page in place of the older one; sheets that it needs besides are linked too. */
function exchange(inside: Document, html: string) {
  const made = new DOMParser().parseFromString(html, 'text/html')
  const linked = new Set(
    [...inside.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute('href')),
  )
  for (const link of made.querySelectorAll('link[rel="stylesheet"]'))
    if (!linked.has(link.getAttribute('href'))) inside.head.append(inside.importNode(link))
  const { scrollingElement } = inside
  const top = scrollingElement?.scrollTop ?? 0
  inside.body.replaceChildren(...[...made.body.childNodes].map((node) => inside.importNode(node, true)))
  scrollingElement?.scrollTo({ top, behavior: 'instant' })
}
