import { CalendarDays, Flag, Shapes, UserRound } from 'lucide-react'
import { useStaff } from '#platform/accounts/staff.data.ts'
import { readFilter } from '#features/tasks/task-filter.ts'
import { groupTitles } from '#features/tasks/task-groups.ts'
import { typeLabels } from '#features/tasks/tasks.ts'
import { FilterChip } from '#ui/lists/filter-chip.tsx'
import { SearchField } from '#ui/lists/search-field.tsx'
import { useUrlState } from '#platform/screens/use-url-state.ts'

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, text]) => ({ value, text }))

/** Filters of the task list, as URL state. */
export function TaskFilters() {
  const { params, change, words, setWords } = useUrlState()
  const filter = readFilter(params)
  const staff = useStaff()
  const set = (name: string, values: readonly string[]) =>
    change((now) => (values.length > 0 ? now.set(name, values.join(',')) : now.delete(name)))
  const isColleague = !['mine', 'given', 'all'].includes(filter.who)
  return (
    <div className="tasks__filters">
      <SearchField label="חיפוש במשימות" placeholder="חיפוש במשימות" value={words} onChange={setWords} />
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
          onChange={(assignee) => set('who', assignee)}
        />
      )}
    </div>
  )
}
