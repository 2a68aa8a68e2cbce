import { Flag, UserRound } from 'lucide-react'
import { useStaff } from '#platform/accounts/staff.data.ts'
import type { Stage } from '#platform/pipelines/pipelines.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuGroup, MenuItem } from '#ui/layers/menu.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { StageDot } from '#ui/pictures/stage-dot.tsx'

export const StageMenu = ({ stages, onChoose }: { stages: readonly Stage[]; onChoose: (stage: Stage) => void }) => (
  <Menu
    side="top"
    trigger={
      <Button size="sm" icon={<Icon of={Flag} />}>
        שלב
      </Button>
    }
  >
    <MenuGroup label="העברה לשלב">
      {stages.map((stage) => (
        <MenuItem key={stage.id} onSelect={() => onChoose(stage)}>
          <StageDot color={stage.color} />
          {stage.name}
        </MenuItem>
      ))}
    </MenuGroup>
  </Menu>
)

export function OwnerMenu({ onChoose }: { onChoose: (ownerId: string | null, name: string) => void }) {
  const staff = useStaff().data ?? []
  return (
    <Menu
      side="top"
      trigger={
        <Button size="sm" icon={<Icon of={UserRound} />}>
          אחריות
        </Button>
      }
    >
      <MenuGroup label="העברה לאחריות">
        {staff.map(({ user_id, name }) => (
          <MenuItem key={user_id} onSelect={() => onChoose(user_id, name)}>
            {name}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => onChoose(null, 'אף אחד')}>לא נקבע</MenuItem>
      </MenuGroup>
    </Menu>
  )
}
