// A host's Shabbat and holiday settings, and a preview of the days they close in the coming year.
import { refusalText } from '#client/refusal.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { formatDate } from '#lib/time/dates.ts'
import { SelectField } from '#ui/forms/field.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { type Availability, type HostChange, useChangeHost } from '../../availability.data.ts'
import { refusals } from '../../booking-labels.ts'
import { upcomingClosedDays } from '../../slots/upcoming-closed-days.ts'
import type { HostSchedule } from '../../slots/slot-rules.ts'

const holidayLabels = { open: 'פתוח כרגיל', half: 'עד שעת הסגירה של ערב חג', closed: 'סגור' } as const
const policyRefusals = { ...refusals, stale_version: 'מישהו שינה את זה לפניכם. מוצג עכשיו מה שנשמר' }
const eveHours = ['11:00', '12:00', '13:00', '14:00']

export function PolicyCard({ availability, today }: { availability: Availability; today: string }) {
  const changing = useChangeHost(availability.host.user_id)
  // A pending change is shown at once, and the next change is based on it.
  const host = { ...availability.host, ...(changing.isPending && changing.variables.change) }
  function change(part: HostChange) {
    const before = Object.fromEntries(Object.keys(part).map((name) => [name, host[name as keyof HostChange]]))
    const onError = (error: Error) => toast.error(refusalText(error, policyRefusals))
    changing.mutate({ before, change: part }, { onError })
  }
  const eve = host.eve_close.slice(0, 5)
  return (
    <SettingsCard title="שבת וחגים" text="תאריך עם שעות משלו גובר על הכול.">
      <Switch
        label="סגור בשבת, ובשישי משעת הסגירה"
        checked={host.block_shabbat}
        onChange={({ target }) => change({ block_shabbat: target.checked })}
      />
      <Switch
        label="סגור בחגים, ובערביהם משעת הסגירה"
        checked={host.block_holidays}
        onChange={({ target }) => change({ block_holidays: target.checked })}
      />
      <Switch
        label="סגור בחופשות לימודים"
        checked={host.block_school_breaks}
        onChange={({ target }) => change({ block_school_breaks: target.checked })}
      />
      <SelectField
        name="eve_close"
        label="שעת הסגירה בערבי שבת וחג"
        value={eve}
        onChange={({ target }) => change({ eve_close: target.value })}
      >
        {[...new Set([...eveHours, eve])].toSorted().map((hour) => (
          <option key={hour}>{hour}</option>
        ))}
      </SelectField>
      {(['chol_hamoed', 'memorial'] as const).map((kind) => (
        <SelectField
          key={kind}
          name={kind}
          label={kind === 'chol_hamoed' ? 'חול המועד' : 'יום הזיכרון ויום השואה'}
          value={host[kind]}
          onChange={({ target }) => change({ [kind]: target.value as keyof typeof holidayLabels })}
        >
          {Object.entries(holidayLabels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      ))}
      <details className="closed-ahead">
        <summary>אילו ימים יהיו סגורים בשנה הקרובה</summary>
        <ul>
          {upcomingClosedDays(scheduleOf(availability), today).map(({ from, to, reason, effect }) => (
            <li key={`${from}${JSON.stringify(reason)}`}>
              <span>{from === to ? formatDate(from) : `${formatDate(from)} עד ${formatDate(to)}`}</span>
              <b>{'name' in reason ? reason.name : 'תאריך שסומן כסגור'}</b>
              <span>{effect === 'closed' ? 'סגור' : effect === 'short' ? `עד ${eve}` : 'פתוח'}</span>
            </li>
          ))}
        </ul>
      </details>
    </SettingsCard>
  )
}

/** The rows as input of the slot function. */
const scheduleOf = ({ host, schedule, schoolBreaks, closedDays }: Availability): HostSchedule => ({
  zone: schedule.zone,
  rules: [],
  overrides: Object.fromEntries(schedule.overrides.map(({ day, windows }) => [day, windows])),
  policy: { ...host, eve_close: host.eve_close.slice(0, 5) },
  closedDays: [...closedDays, ...(host.block_school_breaks ? schoolBreaks : [])].map(({ from_on, until_on, name }) => ({
    from: from_on,
    to: until_on,
    name,
  })),
  timeOff: [],
})
