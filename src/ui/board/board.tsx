// Kanban board: cards are moved by pointer, long press or keyboard. The caller defines the content of cards and the effect of moves.
import './board.css'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { BoardProps } from './board-props.ts'
import { ColumnStrip } from './column-strip.tsx'
import { Lane } from './lane.tsx'
import { type CardSize, useBoardDrag } from './use-board-drag.ts'

export function Board<Card>(props: BoardProps<Card>) {
  const { label, columns, keyOf, nameOf, renderCard, words } = props
  const board = useRef<HTMLDivElement>(null)
  const copy = useRef<HTMLDivElement>(null)
  const instructions = useId()
  const { drag, liveText, active, activeIn, liftedCard, liftedFrom } = useBoardDrag({ board, copy }, props)
  const carried = liftedCard && (
    <div className="board-card board-card--lifted">{renderCard(liftedCard, { isActive: false, isLifted: true })}</div>
  )
  return (
    <>
      <ColumnStrip board={board} columns={columns} label={words.columns} />
      <section ref={board} className="board" aria-label={label} data-dragging={drag ? '' : undefined}>
        {columns.map((column) => {
          const isTarget = drag?.to.column === column.id
          return (
            <Lane
              key={column.id}
              column={column}
              keyOf={keyOf}
              nameOf={nameOf}
              renderCard={renderCard}
              describedBy={instructions}
              roleName={words.cardRole}
              active={activeIn === column.id ? active : null}
              lifted={drag && liftedFrom === column.id ? drag.card : null}
              gapAt={isTarget ? drag.to.index : null}
              gap={
                isTarget && (
                  <Gap size={drag.size}>
                    {drag.by === 'keys' && (
                      <div ref={copy} inert>
                        {carried}
                      </div>
                    )}
                  </Gap>
                )
              }
            />
          )
        })}
      </section>
      <p id={instructions} hidden>
        {words.instructions}
      </p>
      <output className="vh" aria-live="assertive">
        {liveText}
      </output>
      {drag?.by === 'pointer' &&
        createPortal(
          <div ref={copy} className="board-carried" style={{ inlineSize: drag.size.inline }} aria-hidden="true" inert>
            {carried}
          </div>,
          document.body,
        )}
    </>
  )
}

/** Placeholder at the drop position. The placeholder is scrolled into view during a keyboard drag. */
function Gap({ size, children }: { size: CardSize; children: ReactNode }) {
  const gap = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (children) gap.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  return (
    <div ref={gap} className="board-gap" style={{ blockSize: size.block }}>
      {children}
    </div>
  )
}
