import { Printer } from 'lucide-react'
import { Button } from './button.tsx'
import { Icon } from './pictures/icon.tsx'

/** Prints the screen, or saves it as a PDF. `label` names the printed part. */
export const PrintButton = ({ label }: { label: string }) => (
  <Button
    look="ghost"
    size="sm"
    iconOnly
    aria-label={label}
    title={label}
    icon={<Icon of={Printer} />}
    onClick={() => window.print()}
  />
)
