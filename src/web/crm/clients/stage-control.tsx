// Stages of a family: the current one, the effects of a transition, and moving back with a reason.
import { type FormEvent, useState } from 'react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { type StaffStage, useChangeStage } from '#features/processes/clients.data.ts'
import { refusals } from '#features/processes/processes.ts'
import { currentStage, type StageStatus } from '#features/processes/stage-progress.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { formatDayNear } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { stageEffectsText } from './stage-effects-text.ts'
import { StageGoalForm } from './stage-goal-form.tsx'

const labels: Record<StageStatus, string> = {
  locked: 'נעול',
  active: 'בעבודה',
  waiting_client: 'מחכה למשפחה',
  waiting_coach: 'מחכה לנו',
  done: 'הושלם',
  skipped: 'דולג',
}

type Props = { stages: readonly StaffStage[]; hasAccount: boolean }

export function StageControl({ stages, hasAccount }: Props) {
  const now = currentStage(stages)
  return (
    <div className="client__card">
      <Block
        title={stages[0]?.process.template?.name ?? 'התהליך'}
        action={now && <Badge kind="accent">{labels[now.status]}</Badge>}
      >
        {stages.length === 0 && <BlockText>עוד לא נפתח תהליך.</BlockText>}
        {now && <OpenStage key={now.id} now={now} stages={stages} hasAccount={hasAccount} />}
        <ol className="client__stages">
          {stages.map((one) => (
            <StageLine key={one.id} one={one} mayOpen={!now && one.status === 'locked'} />
          ))}
        </ol>
      </Block>
    </div>
  )
}

function useMove() {
  const change = useChangeStage()
  return {
    isPending: change.isPending,
    async run(move: Parameters<typeof change.mutateAsync>[0], done: string) {
      try {
        await change.mutateAsync(move)
        toast.success(done)
        return true
      } catch (error) {
        toast.error(refusalText(error, refusals))
        return false
      }
    },
  }
}

function OpenStage({ now, stages, hasAccount }: Props & { now: StaffStage }) {
  const move = useMove()
  // Until it is edited, the field shows the stored message, also that of a colleague. `base` is the stored message when the edit began.
  const [edit, setEdit] = useState<{ base: string; text: string }>()
  const stored = now.note ?? ''
  const note = edit?.text ?? stored
  const isConflict = edit !== undefined && stored !== edit.base && stored !== note.trim() && !move.isPending
  async function saveNote() {
    const sent = note.trim()
    const isSaved = await move.run({ id: now.id, version: now.version, note: sent || null }, 'ההודעה נשמרה')
    if (isSaved) setEdit((current) => (current && current.text !== note ? { ...current, base: sent } : undefined))
  }
  const to = (status: StageStatus, done: string) =>
    void move.run({ id: now.id, version: now.version, to: status }, done)
  return (
    <>
      <h3>
        <bdi>{now.stage.name}</bdi>
      </h3>
      {now.stage.goal && (
        <>
          <BlockText>היעד: {now.stage.goal}</BlockText>
          <StageGoalForm
            goal={now}
            isSaving={move.isPending}
            onSave={(goal) => move.run({ id: now.id, goal, before: now }, 'ההתקדמות נשמרה')}
          />
        </>
      )}
      <p className="client__next">{stageEffectsText(now, stages, hasAccount)}</p>
      <div className="block__actions">
        <Button look="primary" busy={move.isPending} onClick={() => to('done', 'השלב הושלם')}>
          השלב הושלם
        </Button>
        {now.status !== 'waiting_client' && (
          <Button busy={move.isPending} onClick={() => to('waiting_client', 'השלב מחכה למשפחה')}>
            מחכה למשפחה
          </Button>
        )}
        {now.status !== 'waiting_coach' && (
          <Button busy={move.isPending} onClick={() => to('waiting_coach', 'השלב מחכה לנו')}>
            מחכה לנו
          </Button>
        )}
        {now.stage.is_skippable && (
          <Button look="ghost" busy={move.isPending} onClick={() => to('skipped', 'השלב דולג')}>
            דילוג
          </Button>
        )}
      </div>
      <ConflictBanner theirs={isConflict ? [{ label: 'ההודעה שנשמרה', ...(stored && { is: stored }) }] : undefined} />
      <TextAreaField
        name="note"
        label="הודעה למשפחה, בעמוד הבית שלהם"
        rows={2}
        maxLength={2000}
        value={note}
        onChange={({ target }) => setEdit((current) => ({ base: current?.base ?? stored, text: target.value }))}
      />
      {note.trim() !== stored && (
        <Button size="sm" busy={move.isPending} onClick={() => void saveNote()}>
          שמירת ההודעה
        </Button>
      )}
    </>
  )
}

function StageLine({ one, mayOpen }: { one: StaffStage; mayOpen: boolean }) {
  const move = useMove()
  const today = useNow()
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const isOver = one.status === 'done' || one.status === 'skipped'
  async function reopen(event: FormEvent) {
    event.preventDefault()
    if (await move.run({ id: one.id, reason }, 'השלב נפתח מחדש')) setAsking(false)
  }
  return (
    <li>
      <span>
        <bdi>{one.stage.name}</bdi>{' '}
        <small className="quiet">
          {one.done_at ? `הושלם ב־${formatDayNear(one.done_at, today)}` : labels[one.status]}
        </small>
      </span>
      {isOver && !isAsking && (
        <Button look="ghost" size="sm" aria-label={`פתיחה מחדש: ${one.stage.name}`} onClick={() => setAsking(true)}>
          פתיחה מחדש
        </Button>
      )}
      {mayOpen && (
        <Button
          look="ghost"
          size="sm"
          busy={move.isPending}
          onClick={() => void move.run({ id: one.id, version: one.version, to: 'active' }, 'השלב נפתח')}
        >
          פתיחת השלב
        </Button>
      )}
      {isAsking && (
        <form className="block__actions" onSubmit={(event) => void reopen(event)}>
          <TextField
            name="reason"
            label="הסיבה"
            value={reason}
            maxLength={300}
            required
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" size="sm" busy={move.isPending} disabled={reason.trim().length < 2}>
            פתיחה מחדש
          </Button>
        </form>
      )}
    </li>
  )
}
