import { formatPosition } from '#platform/player/player-time.ts'
import './interactions.css'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { interactionLabels } from './interaction-texts.ts'
import type { Interaction } from './interactions.data.ts'
import { secondAfterKey, secondAtPointer, ticksOf } from './ruler-steps.ts'

type Props = {
  /** The duration of the webinar in seconds. */
  seconds: number
  interactions: readonly Interaction[]
  /** The playback position of the video beside the ruler, in seconds. */
  playhead: number | undefined
  /** Seeks the video beside it to a second. */
  onSeek: (second: number) => void
  onMove: (id: string, second: number) => void
}

/** The timeline of a webinar with a mark for each timed interaction. A mark is a slider: dragged, or moved by arrow keys. */
export function Ruler({ seconds, interactions, playhead, onSeek, onMove }: Props) {
  const track = useRef<HTMLDivElement>(null)
  return (
    <div className="ruler" dir="ltr">
      <div className="ruler__track" ref={track}>
        {ticksOf(seconds).map((tick) => (
          <span key={tick} className="ruler__tick" ref={at(tick / seconds)} aria-hidden="true">
            {formatPosition(tick)}
          </span>
        ))}
        {playhead !== undefined && <span className="ruler__playhead" ref={at(playhead / seconds)} aria-hidden="true" />}
        {interactions.map((interaction) => (
          <Mark
            key={interaction.id}
            interaction={interaction}
            seconds={seconds}
            track={track}
            onSeek={onSeek}
            onMove={onMove}
          />
        ))}
      </div>
    </div>
  )
}

/** Set by script: the page's policy forbids style attributes in HTML that the server sends. */
const at = (share: number) => (element: HTMLElement | null) =>
  element?.style.setProperty('--at', `${Math.min(100, Math.max(0, share * 100))}%`)

type MarkProps = Pick<Props, 'seconds' | 'onSeek' | 'onMove'> & {
  interaction: Interaction
  track: { current: HTMLDivElement | null }
}

/** Moves by keyboard are saved debounced, a drag on release. Escape reverts unsaved changes. */
const keyPauseMs = 600

function Mark({ interaction: { id, kind, title, at_second: saved }, seconds, track, onSeek, onMove }: MarkProps) {
  const [draft, setDraft] = useState<number>()
  const isDragged = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const second = draft ?? saved ?? 0

  // The video seeks to the second of the moved mark.
  function drag(to: number) {
    setDraft(to)
    onSeek(to)
  }
  function commit(to: number | undefined) {
    clearTimeout(timer.current)
    isDragged.current = false
    setDraft(undefined)
    if (to !== undefined && to !== saved) onMove(id, to)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') return commit(undefined)
    const next = secondAfterKey(second, event.key, event.shiftKey, seconds)
    if (next === undefined) return undefined
    event.preventDefault()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => commit(next), keyPauseMs)
    return drag(next)
  }
  const under = (event: PointerEvent) => secondAtPointer(event.clientX, track.current!.getBoundingClientRect(), seconds)
  return (
    <div
      ref={at(second / seconds)}
      className="ruler__mark"
      data-kind={kind}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- several marks share one track, which range inputs cannot
      role="slider"
      tabIndex={0}
      aria-label={`${interactionLabels[kind]}: ${title}`}
      aria-valuemin={0}
      aria-valuemax={seconds}
      aria-valuenow={second}
      aria-valuetext={formatPosition(second)}
      title={`${formatPosition(second)} · ${title}`}
      onKeyDown={onKeyDown}
      onFocus={() => onSeek(second)}
      onBlur={() => commit(draft)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        isDragged.current = true
      }}
      onPointerMove={(event) => isDragged.current && drag(under(event))}
      onPointerUp={(event) => isDragged.current && commit(draft === undefined ? undefined : under(event))}
      onPointerCancel={() => commit(undefined)}
    >
      <span aria-hidden="true">{formatPosition(second)}</span>
    </div>
  )
}
