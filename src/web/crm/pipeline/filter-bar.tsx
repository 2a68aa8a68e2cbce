import {
  CalendarClock,
  Flag,
  Footprints,
  Hourglass,
  type LucideIcon,
  Package,
  Plus,
  Tag,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'
import { useStaff } from '#platform/accounts/staff.data.ts'
import { sources } from '#features/contacts/contacts.ts'
import {
  selectedValues,
  closingLabels,
  NONE,
  statusLabels,
  stepLabels,
} from '#features/opportunities/list/opportunity-filter.ts'
import { useProducts } from '#features/products/products.data.ts'
import { monthAndYear } from '#lib/time/dates.ts'
import { FilterChip, type FilterOption } from '#ui/lists/filter-chip.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { SearchField } from '#ui/lists/search-field.tsx'
import { useUrlState } from '#platform/screens/use-url-state.ts'

type Filter = { name: string; label: string; icon: LucideIcon; options: FilterOption[]; single?: true }

const optionsOf = (labels: Readonly<Record<string, string>>): FilterOption[] =>
  Object.entries(labels).map(([value, text]) => ({ value, text }))

/** Filters of the pipeline. Active ones are shown, the others are in a menu. */
export function FilterBar() {
  const { params, change, words, setWords } = useUrlState()
  const [opened, setOpened] = useState<string | null>(null)
  const filters = useFilters(params)
  const set = (name: string, value: string) =>
    change((now) => (value ? now.set(name, value) : now.delete(name)), { replace: false })
  const isShown = ({ name }: Filter) => name === 'owner' || params.has(name) || opened === name
  const hidden = filters.filter((filter) => !isShown(filter))

  return (
    <div className="pipeline__filters">
      <SearchField label="סינון ההזדמנויות" placeholder="שם או טלפון" value={words} onChange={setWords} />
      {filters.filter(isShown).map(({ name, ...filter }) => (
        <FilterChip
          key={name}
          {...filter}
          chosen={selectedValues(params, name)}
          open={opened === name}
          onOpenChange={(open) => setOpened(open ? name : null)}
          onChange={(selected) => set(name, selected.join(','))}
        />
      ))}
      {hidden.length > 0 && (
        <Menu
          trigger={
            <button type="button" className="filter-add">
              <Icon of={Plus} />
              מסנן
            </button>
          }
        >
          {hidden.map(({ name, label, icon }) => (
            // Deferred until the menu has closed and restored focus.
            <MenuItem key={name} icon={icon} onSelect={() => setTimeout(() => setOpened(name))}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}

function useFilters(params: URLSearchParams): Filter[] {
  const staff = useStaff().data ?? []
  const products = useProducts().data ?? []
  const closes = params.get('closes') ?? ''
  const month = /^20\d\d-\d\d$/.test(closes) ? [{ value: closes, text: monthAndYear(`${closes}-15`) }] : []
  return [
    {
      name: 'owner',
      label: 'באחריות',
      icon: UserRound,
      options: [
        { value: 'me', text: 'שלי' },
        ...staff.map(({ user_id, name }) => ({ value: user_id, text: name })),
        { value: NONE, text: 'לא נקבע' },
      ],
    },
    { name: 'step', label: 'צעד הבא', icon: Footprints, options: optionsOf(stepLabels) },
    {
      name: 'source',
      label: 'מקור',
      icon: Tag,
      options: [...sources.map((source) => ({ value: source, text: source })), { value: NONE, text: 'לא ידוע' }],
    },
    {
      name: 'product',
      label: 'מוצר',
      icon: Package,
      options: [...products.map(({ id, name }) => ({ value: id, text: name })), { value: NONE, text: 'בלי מוצר' }],
    },
    {
      name: 'closes',
      label: 'סגירה צפויה',
      icon: CalendarClock,
      options: [...optionsOf(closingLabels), ...month],
      single: true,
    },
    { name: 'status', label: 'מצב', icon: Flag, options: optionsOf(statusLabels) },
    {
      name: 'rotting',
      label: 'זמן בשלב',
      icon: Hourglass,
      options: [{ value: '1', text: 'ממתינות מדי' }],
      single: true,
    },
  ]
}
