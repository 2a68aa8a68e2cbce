// Entry of contacts: trigger, filters, re-entry.
import type { Definition, Trigger } from '#features/automations/engine/definition.ts'
import { reentryLabels } from '#features/automations/describe.ts'
import { filterOf } from '#features/contact-list/contact-list.ts'
import { useUserId } from '#client/session-context.tsx'
import { useViews } from '#platform/saved-views/saved-views.data.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import type { Choices } from '../use-choices.ts'
import { ConditionsEditor } from './conditions-editor.tsx'
import { EventFields, Options } from './event-fields.tsx'
import { OffsetDaysField } from './offset-days-field.tsx'

type Props = { definition: Definition; onChange: (changes: Partial<Definition>) => void; choices: Choices }

export function TriggerCard({ definition, onChange, choices }: Props) {
  const { trigger, filters, reentry } = definition
  return (
    <SettingsCard title="מי נכנס ומתי">
      <SelectField
        name="trigger"
        label="כניסה"
        value={trigger.type}
        onChange={({ target }) => onChange({ trigger: fresh(target.value as Trigger['type']) })}
      >
        <option value="event">כשמשהו קורה</option>
        <option value="date">לפי תאריך של איש הקשר</option>
        <option value="list">כשנכנסים לתצוגה שמורה</option>
        <option value="manual">ידנית, או מאוטומציה אחרת</option>
      </SelectField>
      {trigger.type === 'event' && (
        <EventFields
          label="אירוע"
          value={trigger}
          choices={choices}
          onChange={(event) => onChange({ trigger: { type: 'event', ...event } })}
        />
      )}
      {trigger.type === 'date' && (
        <DateFields trigger={trigger} choices={choices} onChange={(next) => onChange({ trigger: next })} />
      )}
      {trigger.type === 'list' && <ListFields trigger={trigger} onChange={(next) => onChange({ trigger: next })} />}
      <div>
        <p className="automation__note">רק אם כל התנאים האלה מתקיימים ברגע הכניסה:</p>
        <ConditionsEditor value={filters} choices={choices} onChange={(next) => onChange({ filters: next })} />
      </div>
      <SelectField
        name="reentry"
        label="כניסה חוזרת"
        value={reentry}
        onChange={({ target }) => onChange({ reentry: target.value as Definition['reentry'] })}
      >
        {Object.entries(reentryLabels).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
    </SettingsCard>
  )
}

const fresh = (type: Trigger['type']): Trigger => {
  switch (type) {
    case 'event':
      return { type, event: 'lead.captured', match: {} }
    case 'date':
      return { type, key: 'birth_date', offsetDays: 0, at: '09:00', yearly: true }
    case 'list':
      return { type, name: '', groups: [] }
    case 'manual':
      return { type }
  }
}

type DateTrigger = Extract<Trigger, { type: 'date' }>

function DateFields({
  trigger,
  choices,
  onChange,
}: {
  trigger: DateTrigger
  choices: Choices
  onChange: (next: Trigger) => void
}) {
  return (
    <div className="automation__fields">
      <SelectField
        name="key"
        label="תאריך"
        value={trigger.key}
        onChange={({ target }) => onChange({ ...trigger, key: target.value, yearly: target.value === 'birth_date' })}
      >
        <option value="birth_date">יום הולדת</option>
        <Options of={choices.fields.filter(({ type }) => type === 'date')} />
      </SelectField>
      <OffsetDaysField value={trigger.offsetDays} onChange={(offsetDays) => onChange({ ...trigger, offsetDays })} />
      <TimeField name="at" label="שעה" value={trigger.at} onValueChange={(at) => at && onChange({ ...trigger, at })} />
    </div>
  )
}

type ListTrigger = Extract<Trigger, { type: 'list' }>

/** Copies the conditions of the saved view: later changes of the view do not affect the automation. */
function ListFields({ trigger, onChange }: { trigger: ListTrigger; onChange: (next: Trigger) => void }) {
  const { data: views = [] } = useViews('contacts')
  const me = useUserId()
  const usable = views.flatMap((view) => {
    const { groups, words } = filterOf(view.query.search)
    return words || groups.length === 0 ? [] : { id: view.id, name: view.name, groups }
  })
  return (
    <SelectField
      name="view"
      label="תצוגה של אנשי קשר"
      hint="התנאים של התצוגה נשמרים כאן כמו שהם עכשיו. תצוגה בלי תנאים או עם מילות חיפוש לא מתאימה."
      value={usable.find(({ name }) => name === trigger.name)?.id ?? ''}
      onChange={({ target }) => {
        const view = usable.find(({ id }) => id === target.value)
        if (!view) return
        const own = view.groups.map((group) =>
          group.map((one) => ({
            ...one,
            values: one.values.map((value) => (one.field === 'owner' && value === 'me' ? me : value)),
          })),
        )
        onChange({ type: 'list', name: view.name, groups: own })
      }}
    >
      <option value="">{trigger.name || 'בחירת תצוגה'}</option>
      <Options of={usable.map(({ id, name }) => ({ id, text: name }))} />
    </SelectField>
  )
}
