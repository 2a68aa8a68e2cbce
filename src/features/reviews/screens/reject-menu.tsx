import { ChevronDown } from 'lucide-react'
import { rejectionLabels, rejections } from '#features/reviews/reviews.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'

type Reason = (typeof rejections)[number]

/** Rejects a review with a reason, which is stored. */
export const RejectMenu = ({ label, onReject }: { label: string; onReject: (reason: Reason) => void }) => (
  <Menu
    trigger={
      <Button size="sm">
        {label}
        <Icon of={ChevronDown} />
      </Button>
    }
  >
    {rejections.map((reason) => (
      <MenuItem key={reason} onSelect={() => onReject(reason)}>
        {rejectionLabels[reason]}
      </MenuItem>
    ))}
  </Menu>
)
