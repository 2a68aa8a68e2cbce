import { Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import {
  QuickAddContext,
  type QuickAddKind,
  type QuickAddPreset,
  useQuickAdd,
} from '#platform/screens/quick-add-context.ts'
import { useShortcut } from '../navigation/shortcuts.ts'
import { useQuickAddChoices } from './quick-add-choices.ts'
import { QuickAdd } from './quick-add.tsx'

export function QuickAddProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<{ kind: QuickAddKind; preset: QuickAddPreset } | null>(null)
  const open = useMemo(
    () =>
      (kind: QuickAddKind, preset: QuickAddPreset = {}) =>
        setRequest({ kind, preset }),
    [],
  )
  return (
    <QuickAddContext value={open}>
      {children}
      <QuickAdd kind={request?.kind ?? null} preset={request?.preset ?? {}} onClose={() => setRequest(null)} />
    </QuickAddContext>
  )
}

export function QuickAddMenu() {
  const add = useQuickAdd()
  const choices = useQuickAddChoices()
  useShortcut('new-opportunity', () => choices.some(({ kind }) => kind === 'opportunity') && add('opportunity'))
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className="btn btn--primary top__new" aria-label="חדש, הוספה מהירה">
          <Icon of={Plus} />
          <span>חדש</span>
        </button>
      }
    >
      {choices.map(({ kind, text, icon }) => (
        <MenuItem key={kind} icon={icon} onSelect={() => add(kind)}>
          {text}
        </MenuItem>
      ))}
    </Menu>
  )
}
