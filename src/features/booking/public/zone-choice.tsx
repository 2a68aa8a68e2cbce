import './zone-choice.css'
import { Globe } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { zonesWith, zoneName, zoneText } from '#lib/time/visitor-zones.ts'

type Props = {
  zone: string
  /** Why the zone is locked. */
  locked?: string | undefined
  /** The zone of the visitor's device, if known and different. */
  own?: string | undefined
  /** Changes the zone on the client; without this callback it is submitted with the surrounding form. */
  onZone?: (zone: string) => void
}

/** Time zone of all times on the page. The visitor's zone is only suggested, never applied automatically. */
export function ZoneChoice({ zone, locked, own, onZone }: Props) {
  if (locked)
    return (
      <p className="zone zone--locked">
        <Icon of={Globe} />
        {`${zoneText(zone)} · ${locked}`}
      </p>
    )
  return (
    <div className="zone">
      <details>
        <summary>
          <Icon of={Globe} />
          <span>
            {zoneText(zone)} · <span className="zone__change">שינוי</span>
          </span>
        </summary>
        <div className="zone__choice">
          <SelectField
            id="booking-zone"
            name="zone"
            label="השעות לפי"
            defaultValue={zone}
            key={zone}
            {...(onZone && { onChange: (event) => onZone(event.currentTarget.value) })}
          >
            {zonesWith(zone, ...(own ? [own] : [])).map((one) => (
              <option key={one} value={one}>
                {zoneText(one)}
              </option>
            ))}
          </SelectField>
          {!onZone && <Button type="submit">הצגה</Button>}
        </div>
      </details>
      {own && own !== zone && onZone && (
        <Button look="link" size="sm" onClick={() => onZone(own)}>
          הצגה לפי השעון שלכם: {zoneName(own)}
        </Button>
      )}
    </div>
  )
}
