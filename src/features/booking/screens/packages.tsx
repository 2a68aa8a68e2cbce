// Packages of a contact with their remaining meetings, and creation of a new one.
import { Pencil, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#lib/time/dates.ts'
import { may } from '#platform/accounts/permissions.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { PackageEdit } from '../appointment-forms.ts'
import { useBookableTypes } from '../appointments.data.ts'
import { refusals } from '../booking-labels.ts'
import { remainingMeetingsText } from '../remaining-meetings.ts'
import { type Package, usePackages, useSavePackage } from '../packages.data.ts'

type DialogTarget = { before?: Package }

/** `action` is rendered beside the button for a new package. */
export function Packages({ contactId, action }: { contactId: string; action: ReactNode }) {
  const { data = [] } = usePackages(contactId)
  const mayGive = may(useOwnRoles(), 'give packages')
  const [edited, setEdited] = useState<DialogTarget>()
  return (
    <div className="packages">
      {data.length > 0 && (
        <ul>
          {data.map((one) => (
            <li key={one.id}>
              <span>
                <b>{one.title}</b>
                <small>
                  {remainingMeetingsText(one)}
                  {one.expires_on && `, עד ${formatDate(one.expires_on)}`}
                  {one.note && ` · ${one.note}`}
                </small>
              </span>
              {mayGive && (
                <Button
                  look="ghost"
                  size="sm"
                  iconOnly
                  icon={<Icon of={Pencil} />}
                  aria-label={`עריכת החבילה: ${one.title}`}
                  onClick={() => setEdited({ before: one })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="block__actions">
        {action}
        {mayGive && (
          <Button look="ghost" size="sm" icon={<Icon of={Plus} />} onClick={() => setEdited({})}>
            חבילת פגישות
          </Button>
        )}
      </div>
      <RecordDialog
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited?.before ? 'עריכת החבילה' : 'חבילת פגישות חדשה'}
      >
        {edited && <PackageForm contactId={contactId} {...edited} />}
      </RecordDialog>
    </div>
  )
}

const packageRefusals = {
  ...refusals,
  stale_version: 'מישהו שמר בזמן שערכתם. סגרו ופתחו שוב כדי לראות את השינוי',
}

function PackageForm({ contactId, before }: DialogTarget & { contactId: string }) {
  const { data: types = [] } = useBookableTypes()
  const saving = useSavePackage(contactId)
  return (
    <RecordForm
      schema={PackageEdit}
      values={before && { type_id: before.type_id }}
      refusals={packageRefusals}
      fields={{ package_below_used: 'total' }}
      save={(typed) => saving.mutateAsync({ before, typed })}
      saved="החבילה נשמרה"
      action="שמירה"
    >
      {(errors) => (
        <>
          {before ? (
            <p>
              {before.title}: נקבעו <Ltr>{before.total - before.remaining}</Ltr>
            </p>
          ) : (
            <SelectField name="type_id" label="סוג הפגישה" error={errors['type_id']} required>
              {types.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </SelectField>
          )}
          <TextField
            name="total"
            label="מספר הפגישות"
            inputMode="numeric"
            defaultValue={before?.total ?? 6}
            error={errors['total']}
            required
          />
          <DayField
            name="expires_on"
            label="בתוקף עד"
            hint="ריק: בלי הגבלה"
            defaultValue={before?.expires_on ?? ''}
            error={errors['expires_on']}
          />
          <TextField name="note" label="הערה" defaultValue={before?.note} maxLength={200} error={errors['note']} />
        </>
      )}
    </RecordForm>
  )
}
