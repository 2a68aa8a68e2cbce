// The user's daily digest mail: whether and when it is sent.
import { useDigest, useSaveDigest } from '#features/notifications/channel-choices.data.ts'
import { israelZone, zoneName, zonesWith } from '#lib/time/visitor-zones.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { Switch } from '#ui/forms/switch.tsx'

export function DigestCard({ onFail }: { onFail: (error: unknown) => void }) {
  const { data } = useDigest()
  const save = useSaveDigest(onFail)
  const { is_on: isOn, zone } = data ?? { is_on: true, zone: israelZone }
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <SettingsCard title="סיכום יומי במייל">
      <Switch
        label="סיכום בוקר"
        hint="מה שלא נקרא בפעמון והמשימות של היום, ב־8:00 בימים ראשון עד חמישי. לא בחגים, ורק כשיש מה לספר."
        checked={isOn}
        disabled={data === undefined}
        onChange={({ target }) => save.mutate({ is_on: target.checked, zone })}
      />
      {isOn && (
        <SelectField
          name="zone"
          label="לפי השעון של"
          value={zone}
          disabled={data === undefined}
          onChange={({ target }) => save.mutate({ is_on: isOn, zone: target.value })}
        >
          {zonesWith(zone, own).map((one) => (
            <option key={one} value={one}>
              {zoneName(one)}
            </option>
          ))}
        </SelectField>
      )}
    </SettingsCard>
  )
}
