// The interactions of a webinar: the ruler of timed ones, and the list of all, including those that the host opens.
import type { Playback } from '#platform/player/playback.ts'
import { formatPosition } from '#platform/player/player-time.ts'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { failedStep } from '../screens/failed-step.ts'
import type { WebinarRow } from '../webinars.data.ts'
import { InteractionDialog } from './interaction-dialog.tsx'
import { interactionLabels } from './interaction-texts.ts'
import { type Interaction, useDeleteInteraction, useInteractions, useMoveInteraction } from './interactions.data.ts'
import { Ruler } from './ruler.tsx'
import { RulerVideo } from './ruler-video.tsx'

type Props = { webinar: Pick<WebinarRow, 'id' | 'title' | 'duration_minutes' | 'kind' | 'recording'> }

export function Interactions({ webinar }: Props) {
  const { data: interactions = [] } = useInteractions(webinar.id)
  const move = useMoveInteraction(webinar.id)
  const remove = useDeleteInteraction(webinar.id)
  const [edited, setEdited] = useState<{ interaction?: Interaction; at?: number }>()
  const playback = useRef<Playback>(null)
  const [second, setSecond] = useState<number>()
  const last = webinar.duration_minutes * 60
  const timed = interactions.filter(({ at_second: at }) => at !== null)
  return (
    <section aria-labelledby="interactions-title">
      <div className="interactions__head">
        <h2 id="interactions-title">רגעים בחדר</h2>
        <Button icon={<Icon of={Plus} />} onClick={() => setEdited({})}>
          רגע
        </Button>
      </div>
      {webinar.kind === 'live' && <p>בשידור חי המנחים פותחים כל רגע בעצמם; הזמן שעל הסרגל הוא התוכנית.</p>}
      {webinar.recording && (
        <RulerVideo
          key={webinar.recording.ref}
          title={webinar.title}
          recording={webinar.recording}
          control={playback}
          second={second}
          onSecond={(at) => setSecond(Math.min(at, last))}
          onPlace={(at) => setEdited({ at })}
        />
      )}
      {(timed.length > 0 || second !== undefined) && (
        <Ruler
          seconds={last}
          interactions={timed}
          playhead={second}
          onSeek={(at) => playback.current?.seek(at)}
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
                {second !== undefined && second !== interaction.at_second && (
                  <Button
                    size="sm"
                    look="ghost"
                    aria-label={`העברה ל־${formatPosition(second)}: ${interaction.title}`}
                    onClick={() => move.mutate({ id: interaction.id, second }, { onError: failedStep })}
                  >
                    {`העברה ל־${formatPosition(second)}`}
                  </Button>
                )}
                <Button size="sm" onClick={() => setEdited({ interaction })} aria-label={`עריכה: ${interaction.title}`}>
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
        // Uses the current row, so that the next save after a conflict is based on the newer version.
        interaction={interactions.find(({ id }) => id === edited?.interaction?.id) ?? edited?.interaction}
        at={edited?.at}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
      />
    </section>
  )
}

const openFor = (seconds: number) =>
  `פתוח ${count(Math.max(1, Math.round(seconds / 60)), { one: 'דקה', two: 'שתי דקות', other: '# דקות' })}`
