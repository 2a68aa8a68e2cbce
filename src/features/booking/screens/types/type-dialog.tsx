// Edits an appointment type. Field groups in the order of a host's decisions: what, when, capacity, rules.
import { type ReactNode, useState } from 'react'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { zoneText, zonesWith } from '#lib/time/visitor-zones.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { type AppointmentType, typeColors } from '../../booking.ts'
import { locationKinds, locationLabels, paymentModeLabels, paymentModes, refusals } from '../../booking-labels.ts'
import { useSchedules } from '../../schedules/schedules.data.ts'
import { linesOf, TypeEdit, typeRefusals } from '../../type-edit.ts'
import { usePublishedForms } from '../../type-forms/type-forms.data.ts'
import { usePaidProducts, useSaveType } from '../../types.data.ts'
import { WindowFields } from './window-fields.tsx'

type DialogTarget = { host: string; type?: AppointmentType }

const colorLabels: Record<(typeof typeColors)[number], string> = {
  sage: 'ירוק',
  sky: 'כחול',
  sand: 'ענבר',
  rose: 'ורוד',
  plum: 'סגול',
  slate: 'אפור',
}

export const TypeDialog = ({ edited, onClose }: { edited: DialogTarget | undefined; onClose: () => void }) => (
  <RecordDialog
    open={edited !== undefined}
    onClose={onClose}
    title={edited?.type ? 'עריכת סוג פגישה' : 'סוג פגישה חדש'}
  >
    {edited && <TypeForm {...edited} />}
  </RecordDialog>
)

const toHours = (minutes: number) => Math.round(minutes / 60)

function TypeForm({ host, type }: DialogTarget) {
  const saving = useSaveType()
  return (
    <RecordForm
      schema={TypeEdit}
      refusals={{ ...refusals, ...typeRefusals }}
      fields={{ type_slug_taken: 'slug' }}
      save={(typed) => saving.mutateAsync({ host, before: type, typed })}
      saved="סוג הפגישה נשמר"
      action="שמירה"
    >
      {(errors) => (
        <>
          <Group title="הפגישה">
            <TextField
              name="title"
              label="שם"
              defaultValue={type?.title}
              maxLength={80}
              error={errors['title']}
              required
            />
            <TextField
              name="slug"
              label="כתובת"
              hint="אותיות לטיניות, למשל hekerut"
              dir="ltr"
              defaultValue={type?.slug}
              error={errors['slug']}
              required
            />
            <TextAreaField
              name="description"
              label="תיאור"
              rows={3}
              defaultValue={type?.description}
              error={errors['description']}
            />
            <TextField
              name="durations"
              label="אורך בדקות"
              hint="כמה אורכים, מופרדים בפסיק. הראשון הוא ברירת המחדל"
              defaultValue={type?.durations.join(', ') ?? '30'}
              error={errors['durations']}
              required
            />
            <SelectField name="location_kind" label="איפה" defaultValue={type?.location_kind}>
              {locationKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {locationLabels[kind]}
                </option>
              ))}
            </SelectField>
            <TextField
              name="location_value"
              label="כתובת, מספר או קישור"
              hint="ל־Meet הקישור נוצר מעצמו כשיומן Google מחובר"
              dir="auto"
              defaultValue={type?.location_value}
              error={errors['location_value']}
            />
            <SelectField name="color" label="צבע ביומן" defaultValue={type?.color}>
              {typeColors.map((color) => (
                <option key={color} value={color}>
                  {colorLabels[color]}
                </option>
              ))}
            </SelectField>
          </Group>
          <Group title="זמנים">
            <ScheduleField host={host} chosen={type?.schedule_id ?? ''} />
            <Amount name="slot_interval" label="התחלות כל כמה דקות" value={type?.slot_interval ?? 30} errors={errors} />
            <Amount name="buffer_before" label="דקות פנויות לפני" value={type?.buffer_before ?? 0} errors={errors} />
            <Amount name="buffer_after" label="דקות פנויות אחרי" value={type?.buffer_after ?? 10} errors={errors} />
            <Amount
              name="min_notice"
              label="לפחות כמה שעות מראש"
              value={toHours(type?.min_notice_min ?? 240)}
              errors={errors}
            />
            <WindowFields type={type} errors={errors} />
            <LockedZone zone={type?.locked_zone ?? ''} error={errors['locked_zone']} />
          </Group>
          <Group title="כמה">
            <Amount
              name="max_per_day"
              label="הכי הרבה ביום"
              hint="ריק: בלי הגבלה"
              value={type?.max_per_day ?? ''}
              errors={errors}
            />
            <Amount
              name="max_per_week"
              label="הכי הרבה בשבוע"
              hint="ריק: בלי הגבלה"
              value={type?.max_per_week ?? ''}
              errors={errors}
            />
            <Amount
              name="max_active_per_contact"
              label="פגישות עתידיות לאדם"
              hint="ריק: בלי הגבלה"
              value={type?.max_active_per_contact ?? ''}
              errors={errors}
            />
            <Amount
              name="seats"
              label="מקומות במפגש קבוצתי"
              hint="כמה הזמנות יכולות לחלוק אותה שעה. זוג הוא מקום אחד. ריק: פגישה אישית"
              value={type?.seats ?? ''}
              errors={errors}
            />
            <Amount
              name="max_guests"
              label="אורחים שאפשר לצרף"
              hint="מלבד בן או בת הזוג. כל אורח מקבל אישור ותזכורות"
              value={type?.max_guests ?? 0}
              errors={errors}
            />
          </Group>
          <Payment type={type} errors={errors} />
          <Group title="כללים">
            <Amount
              name="cancel_notice"
              label="ביטול עד כמה שעות לפני"
              value={toHours(type?.cancel_notice_min ?? 1440)}
              errors={errors}
            />
            <Amount
              name="reschedule_notice"
              label="שינוי מועד עד כמה שעות לפני"
              value={toHours(type?.reschedule_notice_min ?? 1440)}
              errors={errors}
            />
            <TextField
              name="policy_text"
              label="מדיניות במילים"
              defaultValue={type?.policy_text}
              error={errors['policy_text']}
            />
            <TextAreaField
              name="questions"
              label="שאלות בקביעה"
              hint="שאלה בכל שורה. כוכבית בסוף: חובה"
              rows={3}
              defaultValue={linesOf(type?.questions ?? [])}
              error={errors['questions']}
            />
            <FormChoice chosen={type?.form_id ?? null} error={errors['form_id']} />
            <CheckField
              name="requires_confirmation"
              label="כל בקשה מחכה לאישור"
              defaultChecked={type?.requires_confirmation ?? false}
            />
            <CheckField
              name="pending_blocks"
              label="בקשה שמחכה לאישור תופסת את השעה"
              defaultChecked={type?.pending_blocks ?? true}
            />
            <CheckField
              name="allow_partner"
              label="אפשר להזמין בן או בת זוג"
              defaultChecked={type?.allow_partner ?? true}
            />
            <CheckField
              name="uses_preparation"
              label="רשימת ההכנה מתאימה לפגישה"
              hint="קישור אליה בהודעות ובעמוד הפגישה, כשעמוד ההכנה מפורסם"
              defaultChecked={type?.uses_preparation ?? true}
            />
            <CheckField
              name="requires_package"
              label="רק למי שיש חבילה עם פגישה פנויה"
              defaultChecked={type?.requires_package ?? false}
            />
            <CheckField name="is_hidden" label="לא ברשימה, רק דרך הכתובת" defaultChecked={type?.is_hidden ?? false} />
            <CheckField
              name="requires_link"
              label="רק בקישור אישי, לפגישה אחת בכל קישור"
              defaultChecked={type?.requires_link ?? false}
            />
            <CheckField name="is_active" label="אפשר לקבוע" defaultChecked={type?.is_active ?? true} />
          </Group>
        </>
      )}
    </RecordForm>
  )
}

/** Hidden while the host has only one schedule. */
function ScheduleField({ host, chosen }: { host: string; chosen: string }) {
  const { data: schedules = [] } = useSchedules(host)
  if (schedules.length < 2) return <input type="hidden" name="schedule_id" value={chosen} />
  return (
    <SelectField name="schedule_id" label="לפי לוח השעות" defaultValue={chosen || schedules[0]?.id}>
      {schedules.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** Locks one time zone for all visitors, for example for on-site meetings. */
const LockedZone = ({ zone, error }: { zone: string; error: string | undefined }) => (
  <SelectField
    name="locked_zone"
    label="השעון בעמוד הקביעה"
    hint="לפגישה במקום קבוע: שעון אחד לכולם, בעמוד ובהודעות"
    defaultValue={zone}
    error={error}
  >
    <option value="">לבחירת מי שקובעים</option>
    {zonesWith(...(zone ? [zone] : [])).map((one) => (
      <option key={one} value={one}>
        {zoneText(one)}
      </option>
    ))}
  </SelectField>
)

type PaymentProps = { type: AppointmentType | undefined; errors: Partial<Record<string, string>> }

/** The price, and how much of it is paid online before the appointment is confirmed. */
function Payment({ type, errors }: PaymentProps) {
  const { data: products = [] } = usePaidProducts()
  const [mode, setMode] = useState<string>(type?.payment_mode ?? 'none')
  return (
    <Group title="מחיר ותשלום">
      <Amount
        name="price_agorot"
        label="מחיר בשקלים"
        hint="כולל מע״מ. ריק: ללא עלות"
        value={shekels(type?.price_agorot)}
        errors={errors}
      />
      <SelectField
        name="payment_mode"
        label="תשלום"
        hint="הפגישה נקבעת כשהתשלום מאושר. מי שיש להם חבילה אינם משלמים"
        value={mode}
        onChange={({ target }) => setMode(target.value)}
      >
        {paymentModes.map((one) => (
          <option key={one} value={one}>
            {paymentModeLabels[one]}
          </option>
        ))}
      </SelectField>
      <div hidden={mode !== 'deposit'}>
        <Amount name="deposit_agorot" label="מקדמה בשקלים" value={shekels(type?.deposit_agorot)} errors={errors} />
      </div>
      <div hidden={mode === 'none'}>
        {/* The options load after the form is rendered: the key remounts the field to apply its default. */}
        <SelectField
          key={products.length}
          name="product_id"
          label="נרשם תחת המוצר"
          defaultValue={type?.product_id ?? ''}
          error={errors['product_id']}
        >
          <option value="">בחירת מוצר</option>
          {products.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </Group>
  )
}

const shekels = (agorot: number | null | undefined) => (agorot ? agorot / 100 : '')

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="type-group">
    <legend>{title}</legend>
    {children}
  </fieldset>
)

type AmountProps = {
  name: string
  label: string
  hint?: string
  value: number | ''
  errors: Partial<Record<string, string>>
}
const Amount = ({ name, label, hint, value, errors }: AmountProps) => (
  <TextField
    name={name}
    label={label}
    {...(hint && { hint })}
    inputMode="numeric"
    defaultValue={value}
    error={errors[name]}
  />
)

/** The selected form stays an option after it was closed. */
function FormChoice({ chosen, error }: { chosen: string | null; error: string | undefined }) {
  const { data: forms = [], isSuccess } = usePublishedForms()
  const isMissing = chosen !== null && forms.every(({ id }) => id !== chosen)
  return (
    <SelectField
      key={String(isSuccess)}
      name="form_id"
      label="טופס לפני הפגישה"
      hint="אחרי הקביעה, ובעמוד הפגישה. התשובות מופיעות בפגישה"
      defaultValue={chosen ?? ''}
      error={error}
    >
      <option value="">בלי טופס</option>
      {isMissing && <option value={chosen}>{isSuccess ? 'הטופס שנבחר, סגור כרגע' : 'הטופס שנבחר'}</option>}
      {forms.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  )
}
