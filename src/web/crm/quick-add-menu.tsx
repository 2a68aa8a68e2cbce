import { ListTodo, Plus, SquareKanban, UserPlus } from 'lucide-react'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { QuickAdd } from './quick-add.tsx'

export type QuickAddKind = 'contact' | 'opportunity' | 'task'
/** What the new thing already knows, e.g. the contact on whose page it was asked for. */
export type QuickAddPreset = { contactId?: string; stageId?: string }

const QuickAddContext = createContext<(kind: QuickAddKind, preset?: QuickAddPreset) => void>(() => {})

/** Opens the short form for a new contact, opportunity or task from anywhere inside the shell. */
export const useQuickAdd = () => useContext(QuickAddContext)

export const quickAddChoices = [
  { kind: 'contact', text: 'איש קשר חדש', icon: UserPlus },
  { kind: 'opportunity', text: 'הזדמנות חדשה', icon: SquareKanban },
  { kind: 'task', text: 'משימה חדשה', icon: ListTodo },
] as const

export function QuickAddProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ kind: QuickAddKind; preset: QuickAddPreset } | null>(null)
  const open = useMemo(
    () =>
      (kind: QuickAddKind, preset: QuickAddPreset = {}) =>
        setAsked({ kind, preset }),
    [],
  )
  return (
    <QuickAddContext value={open}>
      {children}
      <QuickAdd kind={asked?.kind ?? null} preset={asked?.preset ?? {}} onClose={() => setAsked(null)} />
    </QuickAddContext>
  )
}

export function QuickAddMenu() {
  const add = useQuickAdd()
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
      {quickAddChoices.map(({ kind, text, icon }) => (
        <MenuItem key={kind} icon={icon} onSelect={() => add(kind)}>
          {text}
        </MenuItem>
      ))}
    </Menu>
  )
}
