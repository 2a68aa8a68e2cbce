import { EllipsisVertical, Flag, Square, SquareCheck } from 'lucide-react'
import type { BoardCard } from '#features/opportunities/board/board.ts'
import type { Stage } from '#platform/pipelines/pipelines.ts'
import { Kbd } from '#ui/badge.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#ui/layers/menu.tsx'
import { StageDot } from '#ui/pictures/stage-dot.tsx'

type Props = {
  card: Pick<BoardCard, 'id' | 'name' | 'stage_id'>
  stages: readonly Stage[]
  isOpen: boolean
  isReachable: boolean
  onOpenChange: (isOpen: boolean) => void
  onMove: (stage: Stage) => void
  isSelected: boolean
  onSelect: () => void
}

/** Moves a card without dragging. The menu mounts when opened, because a board holds hundreds of cards. */
export function MoveMenu(props: Props) {
  const { card, stages, isOpen, isReachable, onOpenChange, onMove, isSelected, onSelect } = props
  const trigger = (
    <button
      type="button"
      className="deal__more"
      data-move-menu
      aria-label={`העברה לשלב: ${card.name}`}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      aria-keyshortcuts="M"
      tabIndex={isReachable ? 0 : -1}
      {...(!isOpen && { onClick: () => onOpenChange(true) })}
    >
      <Icon of={EllipsisVertical} />
    </button>
  )
  if (!isOpen) return trigger
  return (
    <Menu trigger={trigger} align="end" open onOpenChange={onOpenChange}>
      <MenuGroup label="העברה לשלב">
        {stages.map((stage) => (
          <MenuItem
            key={stage.id}
            disabled={stage.id === card.stage_id}
            end={stage.id === card.stage_id ? 'כאן' : stage.kind === 'open' ? undefined : <Icon of={Flag} />}
            onSelect={() => onMove(stage)}
          >
            <StageDot color={stage.color} />
            {stage.name}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={isSelected ? SquareCheck : Square} onSelect={onSelect} end={<Kbd>X</Kbd>}>
        {isSelected ? 'ביטול הבחירה' : 'בחירה'}
      </MenuItem>
    </Menu>
  )
}
