// Filter bar: search text, and conditions as chips. Groups are combined with "or".
import './filter-bar.css'
import { ListFilter, Plus, X } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { Condition } from '#features/contact-list/contact-list.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { SearchField } from '#ui/lists/search-field.tsx'
import { FilterChip } from './filter-chip.tsx'
import { type FilterFieldInfo, firstCondition, isComplete, useFilterFields } from './filter-fields.ts'

type Groups = readonly (readonly Condition[])[]
/** A new condition without a value. It is component state, not URL state. */
type Draft = { group: number; condition: Condition }

export function FilterBar({
  groups,
  onGroups,
  typed,
  onTyped,
}: {
  groups: Groups
  onGroups: (groups: Groups) => void
  typed: string
  onTyped: (typed: string) => void
}) {
  const fields = useFilterFields()
  const [draft, setDraft] = useState<Draft>()
  const [isOpen, setOpen] = useState<string>()
  const info = (condition: Condition): FilterFieldInfo =>
    fields.find(({ field }) => field === condition.field) ?? {
      field: condition.field,
      label: 'שדה שהוסר',
      kind: 'text',
      options: [],
    }

  function put(group: number, at: number, condition: Condition | undefined) {
    const next = groups.map((conditions) => [...conditions])
    while (next.length <= group) next.push([])
    next[group]!.splice(at, 1, ...(condition ? [condition] : []))
    onGroups(next)
  }
  function add(group: number, field: FilterFieldInfo) {
    const condition = firstCondition(field)
    const at = groups[group]?.length ?? 0
    setOpen(`${group}.${at}`)
    if (isComplete(condition)) put(group, at, condition)
    else setDraft({ group, condition })
  }

  const hasAny = groups.length > 0 || draft !== undefined
  // The draft may start a group that is missing in the URL.
  const shownGroups: Groups = draft && draft.group >= groups.length ? [...groups, []] : groups
  return (
    <div className="filter-bar">
      <SearchField label="חיפוש באנשי הקשר" placeholder="שם, טלפון או דוא״ל" value={typed} onChange={onTyped} />
      {shownGroups.map((conditions, group) => (
        // oxlint-disable-next-line react/no-array-index-key -- a group has no id but its index
        <Fragment key={group}>
          {group > 0 && <span className="filter-bar__or">או</span>}
          <fieldset className="filter-bar__group" aria-label={group > 0 ? `מסננים, חלופה ${group + 1}` : 'מסננים'}>
            {[...conditions, ...(draft?.group === group ? [draft.condition] : [])].map((condition, at) => (
              <FilterChip
                // oxlint-disable-next-line react/no-array-index-key -- the same field may occur twice
                key={`${at}.${condition.field}`}
                condition={condition}
                info={info(condition)}
                open={isOpen === `${group}.${at}`}
                onOpenChange={(open) => {
                  setOpen(open ? `${group}.${at}` : undefined)
                  if (!open && draft?.group === group && at === conditions.length) setDraft(undefined)
                }}
                onChange={(next) => {
                  const isDraft = draft?.group === group && at === conditions.length
                  if (isComplete(next)) {
                    setDraft(undefined)
                    put(group, at, next)
                  } else if (isDraft) setDraft({ group, condition: next })
                  else {
                    // An emptied condition becomes a draft while its editor is open.
                    put(group, at, undefined)
                    setDraft({ group, condition: next })
                    setOpen(`${group}.${conditions.length - 1}`)
                  }
                }}
                onRemove={() =>
                  draft?.group === group && at === conditions.length ? setDraft(undefined) : put(group, at, undefined)
                }
              />
            ))}
            <AddCondition fields={fields} onAdd={(field) => add(group, field)} isFirst={conditions.length === 0} />
          </fieldset>
        </Fragment>
      ))}
      {!hasAny && <AddCondition fields={fields} onAdd={(field) => add(0, field)} isFirst />}
      {groups.length > 0 && groups.length < 10 && !draft && (
        <AddCondition fields={fields} onAdd={(field) => add(groups.length, field)} isFirst={false} isAlternative />
      )}
      {hasAny && (
        <Button
          look="ghost"
          size="sm"
          icon={<Icon of={X} />}
          onClick={({ currentTarget }) => {
            // The button unmounts with the filters it clears, so focus moves to the search field.
            currentTarget.closest('.filter-bar')?.querySelector('input')?.focus()
            setDraft(undefined)
            onGroups([])
          }}
        >
          ניקוי
        </Button>
      )}
    </div>
  )
}

function AddCondition({
  fields,
  onAdd,
  isFirst,
  isAlternative = false,
}: {
  fields: readonly FilterFieldInfo[]
  onAdd: (field: FilterFieldInfo) => void
  isFirst: boolean
  isAlternative?: boolean
}) {
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="filter-add"
          {...(!isFirst && !isAlternative && { 'aria-label': 'הוספת מסנן' })}
        >
          <Icon of={isFirst ? ListFilter : Plus} />
          {isAlternative ? 'או' : isFirst ? 'מסנן' : undefined}
        </button>
      }
    >
      <div className="filter-add__list">
        {fields.map((field) => (
          <MenuItem key={field.field} onSelect={() => onAdd(field)}>
            <bdi>{field.label}</bdi>
          </MenuItem>
        ))}
      </div>
    </Menu>
  )
}
