// Fields of an event and its match values.
import type { EventMatch } from '#features/automations/engine/definition.ts'
import { lifecycleLabels } from '#features/contacts/contacts.ts'
import { SelectField } from '#ui/forms/field.tsx'
import { eventLabel, eventTypes } from '../event-catalog.ts'
import type { Choices } from '../use-choices.ts'

type Props = { value: EventMatch; onChange: (value: EventMatch) => void; choices: Choices; label: string }

/** Excludes events of automations: another automation enrols contacts by a step instead. */
const offered = eventTypes.filter((type) => !type.startsWith('automation.') && type !== 'contact.merged')

/** The stages of the quiz are numbered; owners change their names. */
const quizStages = [1, 2, 3, 4, 5]

export function EventFields({ value: { event, match }, onChange, choices, label }: Props) {
  const set = (key: string, selected: string | number | boolean) => {
    const { [key]: _, ...rest } = match
    onChange({ event, match: selected === '' ? rest : { ...rest, [key]: selected } })
  }
  const text = (key: string) => String(match[key] ?? '')
  return (
    <div className="automation__fields">
      <SelectField
        name="event"
        label={label}
        value={event}
        onChange={({ target }) => onChange({ event: target.value, match: {} })}
      >
        {offered.map((type) => (
          <option key={type} value={type}>
            {eventLabel(type)}
          </option>
        ))}
      </SelectField>
      {event === 'contact.tagged' && (
        <>
          <SelectField
            name="tag_id"
            label="תגית"
            value={text('tag_id')}
            onChange={({ target }) => set('tag_id', target.value)}
          >
            <option value="">כל תגית</option>
            <Options of={choices.tags} />
          </SelectField>
          <SelectField
            name="change"
            label="מה קרה"
            value={text('change')}
            onChange={({ target }) => set('change', target.value)}
          >
            <option value="">נוספה או הוסרה</option>
            <option value="added">נוספה</option>
            <option value="removed">הוסרה</option>
          </SelectField>
        </>
      )}
      {event.startsWith('opportunity.') && (
        <SelectField
          name="stage_id"
          label="שלב"
          value={text('stage_id')}
          onChange={({ target }) => set('stage_id', target.value)}
        >
          <option value="">כל שלב</option>
          <Options of={choices.stages} />
        </SelectField>
      )}
      {event.startsWith('quiz.') && (
        <SelectField
          name="stage"
          label="שלב בשאלון"
          value={text('stage')}
          onChange={({ target }) => set('stage', target.value && Number(target.value))}
        >
          <option value="">כל שלב</option>
          {quizStages.map((stage) => (
            <option key={stage} value={stage}>
              שלב {stage}
            </option>
          ))}
        </SelectField>
      )}
      {event.startsWith('form.') && (
        <SelectField
          name="form_id"
          label="טופס"
          value={text('form_id')}
          onChange={({ target }) => set('form_id', target.value)}
        >
          <option value="">כל הטפסים</option>
          <Options of={choices.forms} />
        </SelectField>
      )}
      {event.startsWith('webinar.') && (
        <SelectField
          name="webinar_id"
          label="הדרכה"
          value={text('webinar_id')}
          onChange={({ target }) => set('webinar_id', target.value)}
        >
          <option value="">כל ההדרכות</option>
          <Options of={choices.webinars} />
        </SelectField>
      )}
      {event === 'webinar.stayed' && (
        <SelectField
          name="bought"
          label="רכישה"
          value={text('bought')}
          onChange={({ target }) => set('bought', target.value && target.value === 'true')}
        >
          <option value="">רכשו או לא רכשו</option>
          <option value="true">רכשו</option>
          <option value="false">לא רכשו</option>
        </SelectField>
      )}
      {event === 'contact.updated' && (
        <SelectField
          name="lifecycle"
          label="סטטוס חדש"
          value={text('lifecycle')}
          onChange={({ target }) => set('lifecycle', target.value)}
        >
          <option value="">כל שינוי</option>
          {Object.entries(lifecycleLabels).map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}

export const Options = ({ of }: { of: readonly { id: string; text: string }[] }) =>
  of.map(({ id, text }) => (
    <option key={id} value={id}>
      {text}
    </option>
  ))
