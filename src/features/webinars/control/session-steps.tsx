import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { failedStep } from '../screens/failed-step.ts'
import type { WebinarKind } from '../webinar-labels.ts'
import { type SessionRow, useMoveSession, useRehearse } from '../webinars.data.ts'
import { CancelSession } from './cancel-session.tsx'

type Props = { session: Pick<SessionRow, 'id' | 'status'>; isRehearsal: boolean; kind: WebinarKind }

/** The buttons of the steps that the host can take now: the room opens, the broadcast starts and ends, the session is cancelled. */
export function SessionSteps({ session: { id, status }, isRehearsal, kind }: Props) {
  const move = useMoveSession()
  const rehearse = useRehearse()
  const step = (to: string) => move.mutate({ session: id, step: to }, { onError: failedStep })
  // By the promise: the button is gone before the answer.
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
