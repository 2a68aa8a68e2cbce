import { Link } from 'react-router'
import { formatPosition } from '#platform/player/player-time.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { interactionLabels } from '../interactions/interaction-texts.ts'
import { type Interaction, useInteractions } from '../interactions/interactions.data.ts'
import { failedStep } from '../screens/failed-step.ts'
import { useSeconds } from '../use-seconds.ts'
import type { WebinarRow } from '../webinars.data.ts'
import { useOpenInteraction } from './control.data.ts'

type Opening = { id: string; closes_at: string; results: Record<string, number> }
type Props = {
  webinar: Pick<WebinarRow, 'id' | 'kind'>
  session: string
  open: readonly Opening[]
  isRoomOpen: boolean
  isHost: boolean
}

/** Polls, offers, files and announcements: the host opens and closes them in the room, and sees responses in realtime. */
export function InteractionList({ webinar, session, open, isRoomOpen, isHost }: Props) {
  const { data: interactions = [] } = useInteractions(webinar.id)
  return (
    <Block
      title="רגעים בחדר"
      action={
        <Link className="control-room__edit" to={`/admin/webinars/${webinar.id}#moments`}>
          עריכה
        </Link>
      }
    >
      {interactions.length === 0 && <BlockText>סקר, הצעה, קובץ או הודעה: מוסיפים בפרטי ההדרכה.</BlockText>}
      {interactions.length > 0 && !isRoomOpen && <BlockText>אפשר לפתוח רגעים כשהחדר פתוח.</BlockText>}
      <ol className="control-room__lines">
        {interactions.map((interaction) => (
          <InteractionItem
            key={interaction.id}
            interaction={interaction}
            session={session}
            opening={open.find(({ id }) => id === interaction.id)}
            isRoomOpen={isRoomOpen}
            isHost={isHost}
            isByClock={webinar.kind === 'automated' && interaction.at_second !== null}
          />
        ))}
      </ol>
    </Block>
  )
}

type InteractionItemProps = {
  interaction: Interaction
  session: string
  opening: Opening | undefined
  isRoomOpen: boolean
  isHost: boolean
  isByClock: boolean
}

function InteractionItem({ interaction, session, opening, isRoomOpen, isHost, isByClock }: InteractionItemProps) {
  const change = useOpenInteraction(session)
  const { id, kind, title, choices, at_second: at } = interaction
  const set = (isOpen: boolean) => change.mutate({ interaction: id, isOpen }, { onError: failedStep })
  const label = opening ? `סגירה: ${title}` : `פתיחה: ${title}`
  return (
    <li>
      <p dir="auto">{title}</p>
      <small>
        {interactionLabels[kind]}
        {at !== null && (
          <>
            {' · '}
            {isByClock ? 'נפתח לבד בדקה ' : 'מתוכנן לדקה '}
            <bdi dir="ltr">{formatPosition(at)}</bdi>
          </>
        )}
        {opening && <TimeLeft until={opening.closes_at} />}
      </small>
      {kind === 'poll' && opening && <PollResults choices={choices} results={opening.results} />}
      {!isByClock && isHost && (
        <div className="control-room__acts">
          <Button
            size="sm"
            look={opening ? 'secondary' : 'primary'}
            aria-label={label}
            busy={change.isPending}
            disabled={!isRoomOpen && !opening}
            onClick={() => set(!opening)}
          >
            {opening ? 'סגירה' : 'פתיחה'}
          </Button>
        </div>
      )}
    </li>
  )
}

function TimeLeft({ until }: { until: string }) {
  const now = useSeconds()
  return (
    <>
      {' · פתוח עוד '}
      <bdi dir="ltr">{formatPosition(Math.max(0, Math.round((Date.parse(until) - now) / 1000)))}</bdi>
    </>
  )
}

function PollResults({ choices, results }: { choices: readonly string[]; results: Record<string, number> }) {
  const total = Object.values(results).reduce((sum, n) => sum + n, 0)
  return (
    <ul className="control-room__poll" aria-label="תשובות לסקר">
      {choices.map((choice, at) => {
        const n = results[at] ?? 0
        return (
          <li key={choice}>
            <span>{choice}</span>
            <meter min={0} max={Math.max(1, total)} value={n} aria-hidden="true" />
            <b>{n}</b>
          </li>
        )
      })}
    </ul>
  )
}
