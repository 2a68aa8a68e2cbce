// What the room shows: the ruler of timed interactions, and the list of all, with those that the host opens.
import { formatPosition } from '#platform/player/player-time.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { failedStep } from '../screens/failed-step.ts'
import type { WebinarRow } from '../webinars.data.ts'
import { InteractionDialog } from './interaction-dialog.tsx'
import { interactionLabels } from './interaction-words.ts'
import { type Interaction, useDeleteInteraction, useInteractions, useMoveInteraction } from './interactions.data.ts'
import { Ruler } from './ruler.tsx'

export function Interactions({ webinar }: { webinar: Pick<WebinarRow, 'id' | 'duration_minutes' | 'kind'> }) {
  const { data: interactions = [] } = useInteractions(webinar.id)
  const move = useMoveInteraction(webinar.id)
  const remove = useDeleteInteraction(webinar.id)
  const [edited, setEdited] = useState<Interaction | 'new'>()
  const timed = interactions.filter(({ at_second: at }) => at !== null)
  return (
    <section aria-labelledby="interactions-title">
      <div className="interactions__head">
        <h2 id="interactions-title">רגעים בחדר</h2>
        <Button icon={<Icon of={Plus} />} onClick={() => setEdited('new')}>
          רגע
        </Button>
      </div>
      {webinar.kind === 'live' && <p>בשידור חי המנחים פותחים כל רגע בעצמם; הזמן שעל הסרגל הוא התוכנית.</p>}
      {timed.length > 0 && (
        <Ruler
          seconds={webinar.duration_minutes * 60}
          interactions={timed}
          onMove={(id, second) => move.mutate({ id, second }, { onError: failedStep })}
        />
      )}
      {interactions.length === 0 && <p>סקר, הצעה, קובץ או הודעה שמופיעים בחדר: ברגע קבוע, או כשתפתחו אותם.</p>}
      {interactions.length > 0 && (
        <ol className="rows">
          {interactions.map((interaction) => (
            <li className="row" key={interaction.id}>
              <div className="row__words">
                <b>{interaction.title}</b>
                <small>
                  <span>{interactionLabels[interaction.kind]}</span>
                  <span>
                    {interaction.at_second === null ? 'נפתח ידנית' : `ב־${formatPosition(interaction.at_second)}`}
                  </span>
                  <span>{openFor(interaction.open_seconds)}</span>
                </small>
              </div>
              <div className="row__acts">
                <Button size="sm" onClick={() => setEdited(interaction)} aria-label={`עריכה: ${interaction.title}`}>
                  עריכה
                </Button>
                <Button
                  size="sm"
                  look="ghost"
                  aria-label={`מחיקה: ${interaction.title}`}
                  onClick={() => remove.mutate(interaction.id, { onError: failedStep })}
                >
                  מחיקה
                </Button>
              </div>
            </li>
          ))}
        </ol>
      )}
      <InteractionDialog
        webinar={webinar}
        interaction={edited === 'new' ? undefined : edited}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
      />
    </section>
  )
}

const openFor = (seconds: number) =>
  `פתוח ${count(Math.max(1, Math.round(seconds / 60)), { one: 'דקה', two: 'שתי דקות', other: '# דקות' })}`
