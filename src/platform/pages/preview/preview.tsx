// Preview of unsaved edits, rendered by the server.
import './preview.css'
import { Monitor, Moon, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useBackend } from '#client/session-context.tsx'
import { refusalText } from '#client/refusal.ts'
import type { Block } from '#platform/pages/blocks.ts'
import { readPreview } from '#platform/pages/editing.data.ts'
import { blocksOf, refusals, type Layout } from '#platform/pages/pages.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { PreviewFrame, type RenderedPreview, type InlineEditing } from './preview-frame.tsx'

/** Below this viewport width the preview starts in phone width. In pixels. */
const PHONE_VIEWPORT = 700

/** Debounce of preview requests, in milliseconds. */
const DEBOUNCE_MS = 400

export function Preview({
  path,
  layout = 'site',
  blocks,
  selected,
  onSelect,
  onHidden,
  inlineEditing,
}: {
  path: string
  layout?: Layout
  blocks: readonly Block[]
  selected: string | null
  onSelect: (id: string) => void
  onHidden?: (ids: ReadonlySet<string>) => void
  /** With it, texts can be edited in the page itself. */
  inlineEditing?: Omit<InlineEditing, 'blockOf'>
}) {
  const { rendered, errorText } = usePreview(path, layout, blocks)
  const [isPhone, setPhone] = useState(() => innerWidth < PHONE_VIEWPORT)
  const [isDark, setDark] = useState(false)
  return (
    <section className="preview" aria-label="תצוגה מקדימה">
      <div className="preview__bar">
        <h2>תצוגה מקדימה</h2>
        {errorText && (
          <output className="preview__fault">
            <bdi>{errorText}</bdi>
          </output>
        )}
        <Button
          look="ghost"
          size="sm"
          iconOnly
          aria-label="תצוגה כהה"
          aria-pressed={isDark}
          icon={<Icon of={Moon} />}
          onClick={() => setDark(!isDark)}
        />
        <fieldset className="preview__devices" aria-label="רוחב">
          <Button
            size="sm"
            look="ghost"
            aria-pressed={!isPhone}
            icon={<Icon of={Monitor} />}
            onClick={() => setPhone(false)}
          >
            מחשב
          </Button>
          <Button
            size="sm"
            look="ghost"
            aria-pressed={isPhone}
            icon={<Icon of={Smartphone} />}
            onClick={() => setPhone(true)}
          >
            טלפון
          </Button>
        </fieldset>
      </div>
      {rendered ? (
        <PreviewFrame
          {...{ rendered, isPhone, isDark, selected, onSelect, onHidden }}
          inlineEditing={
            inlineEditing && { ...inlineEditing, blockOf: (id) => blocks.find((block) => block.id === id) }
          }
        />
      ) : (
        !errorText && <Loading />
      )}
    </section>
  )
}

/** The last blocks that rendered, with their HTML. Invalid content keeps them and reports the error. */
function usePreview(path: string, layout: Layout, blocks: readonly Block[]) {
  const backend = useBackend()
  const [rendered, setRendered] = useState<RenderedPreview>()
  const [errorText, setErrorText] = useState('')
  const isFirst = rendered === undefined
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(
      () => {
        if (!blocksOf(path).safeParse(blocks).success) return setErrorText('התצוגה תתעדכן כשכל השדות יהיו תקינים')
        readPreview(backend, { path, layout, blocks }).then(
          (html) => {
            if (isOver) return
            setRendered({ html, blocks })
            setErrorText('')
          },
          (error: unknown) => !isOver && setErrorText(refusalText(error, refusals)),
        )
      },
      isFirst ? 0 : DEBOUNCE_MS,
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the first response must not trigger another request
  }, [backend, path, layout, blocks])
  return { rendered, errorText }
}
