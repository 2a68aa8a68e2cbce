import { CalendarDays, Flag, Shapes, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStaff } from '#features/accounts/staff.data.ts'
import type { TaskFilter } from '#features/tasks/task-filter.ts'
import { groupTitles } from '#features/tasks/task-groups.ts'
import { typeLabels } from '#features/tasks/tasks.ts'
import { FilterChip } from '#ui/lists/filter-chip.tsx'
import { SearchField } from '#ui/lists/search-field.tsx'
import { useSettled } from '../finder/settled.ts'

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, text]) => ({ value, text }))

type Props = {
  filter: TaskFilter
  params: URLSearchParams
  onChange: (change: (now: URLSearchParams) => URLSearchParams, options: { replace: true }) => void
}

/** What the list is narrowed to. It stands in the address, so that going back and sending it to somebody bring it along. */
export function TaskFilters({ filter, params, onChange }: Props) {
  const staff = useStaff()
  const set = (name: string, values: readonly string[]) =>
    onChange(
      (now) => {
        const next = new URLSearchParams(now)
        if (values.length > 0) next.set(name, values.join(','))
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const [typed, setTyped] = useState(filter.words)
  const settled = useSettled(typed.trim())
  useEffect(() => {
    if (settled !== (params.get('q') ?? '')) set('q', settled ? [settled] : [])
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the address follows the field, not the other way round
  }, [settled])
  const isColleague = !['mine', 'given', 'all'].includes(filter.who)
  return (
    <div className="tasks__filters">
      <SearchField label="חיפוש במשימות" placeholder="חיפוש במשימות" value={typed} onChange={setTyped} />
      <FilterChip
        label="מועד"
        icon={CalendarDays}
        single
        options={options(groupTitles)}
        chosen={filter.due ? [filter.due] : []}
        onChange={(due) => set('due', due)}
      />
      <FilterChip
        label="סוג"
        icon={Shapes}
        options={options(typeLabels)}
        chosen={filter.types}
        onChange={(types) => set('type', types)}
      />
      <FilterChip
        label="עדיפות"
        icon={Flag}
        single
        options={[{ value: 'high', text: 'גבוהה' }]}
        chosen={filter.onlyHigh ? ['high'] : []}
        onChange={(priority) => set('priority', priority)}
      />
      {(staff.data?.length ?? 0) > 1 && (
        <FilterChip
          label="באחריות"
          icon={UserRound}
          single
          options={(staff.data ?? []).map(({ user_id: value, name: text }) => ({ value, text }))}
          chosen={isColleague ? [filter.who] : []}
          onChange={(who) => set('who', who)}
        />
      )}
    </div>
  )
}
