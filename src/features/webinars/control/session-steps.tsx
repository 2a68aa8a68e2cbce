import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { failedStep } from '../screens/failed-step.ts'
import type { WebinarKind } from '../webinar-labels.ts'
import { type SessionRow, useMoveSession, useRehearse } from '../webinars.data.ts'
import { CancelSession } from './cancel-session.tsx'

type Props = { session: Pick<SessionRow, 'id' | 'status'>; isRehearsal: boolean; kind: WebinarKind }

/** Buttons for the host's available steps: open the room, start and end the broadcast, cancel the session. */
export function SessionSteps({ session: { id, status }, isRehearsal, kind }: Props) {
  const move = useMoveSession()
  const rehearse = useRehearse()
  const step = (to: string) => move.mutate({ session: id, step: to }, { onError: failedStep })
  // Uses the promise, because the button is unmounted before the response.
  const end = () =>
    move
      .mutateAsync({ session: id, step: 'end' })
      .then(
        () =>
          void toast.success(
            'השידור הסתיים',
            kind === 'live' ? { action: { text: 'המשך השידור', run: () => step('start') } } : undefined,
          ),
        failedStep,
      )
  return (
    <>
      {status === 'scheduled' && (
        <>
          <Button onClick={() => step('open_lobby')}>פתיחת החדר</Button>
          <Button
            look={isRehearsal ? 'soft' : 'ghost'}
            busy={rehearse.isPending}
            onClick={() => rehearse.mutate({ session: id, is_on: !isRehearsal }, { onError: failedStep })}
          >
            {isRehearsal ? 'סיום החזרה' : 'חזרה בלי קהל'}
          </Button>
        </>
      )}
      {status === 'lobby' && kind === 'live' && (
        <Button look="primary" onClick={() => step('start')}>
          התחלת השידור
        </Button>
      )}
      {status === 'live' && (
        <Button look="danger" onClick={() => void end()}>
          סיום השידור
        </Button>
      )}
      {(status === 'scheduled' || status === 'lobby') && <CancelSession session={id} />}
    </>
  )
}
