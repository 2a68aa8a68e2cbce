// What happened with a person, a home or an opportunity, and the place to write down more of it.
import './story.css'
import { useState } from 'react'
import { useUserId } from '#client/session-context.tsx'
import { isAdmin } from '#features/accounts/accounts.ts'
import { type Colleague, useStaff } from '#features/accounts/staff.data.ts'
import {
  type TimelineQuery,
  type TimelineOf,
  useLiveTimeline,
  useMentionable,
  usePinned,
  useTimeline,
} from '#features/activities/activities.data.ts'
import { Composer, modeOfDraft } from '#features/activities/composer/composer.tsx'
import type { Mode } from '#features/activities/composer/modes.ts'
import { Group, Timeline } from '#features/activities/timeline.tsx'
import { withCreationLine } from '#features/activities/timeline-days.ts'
import { TimelineFilter } from '#features/activities/timeline-filter.tsx'
import type { LineContext, TimelineLine } from '#features/activities/timeline-line.tsx'
import { useLineActions } from '#features/activities/use-line-actions.ts'
import { Button } from '#ui/button.tsx'
import { BlockText } from '#ui/block.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '../failed-to-load.tsx'
import { useQuickAdd } from '../quick-add/quick-add-context.ts'
import { useOwnRoles } from '../shell/own-roles.ts'
import { useSaveWritten } from './use-save-written.ts'

/** Whom a new line is about, and how they are reached. */
export type About = { id: string; phone?: string | undefined; email?: string | undefined; known: readonly string[] }

/** The mode of a composer that a button elsewhere on the page may change, too. */
export function useComposerMode(of: TimelineOf): [Mode, (mode: Mode) => void] {
  const userId = useUserId()
  return useState<Mode>(() => modeOfDraft(userId, placeOf(of)))
}

const placeOf = (of: TimelineOf) => Object.values(of).join()

type Props = {
  of: TimelineOf
  about: About
  now: Date
  mode: Mode
  onMode: (mode: Mode) => void
  /** The line with which the story begins, below everything that is known. */
  beginning?: TimelineLine
}

/** Composer and timeline. The lines are narrowed by kind and words; what is pinned stands on top. */
export function Story({ of, about, now, mode, onMode, beginning }: Props) {
  const userId = useUserId()
  const staff = useStaff()
  const save = useSaveWritten(about.id, of.opportunityId)
  const mayOpen = useMentionable(about.id)
  async function readPeople() {
    const asked = { throwOnError: true, cancelRefetch: false }
    const [team, open] = await Promise.all([staff.refetch(asked), mayOpen.refetch(asked)])
    return mayBeNamed(team.data!, open.data!)
  }
  return (
    <>
      <Composer
        userId={userId}
        place={placeOf(of)}
        mode={mode}
        onMode={onMode}
        reach={about}
        people={staff.data && mayOpen.data && mayBeNamed(staff.data, mayOpen.data)}
        readPeople={readPeople}
        save={save}
        now={now}
      />
      <StoryLines of={of} now={now} known={about.known} {...(beginning && { beginning })} />
    </>
  )
}

/** Of the staff only who sees this person at all: whoever is named is told of it, and follows the notice here. */
const mayBeNamed = (staff: readonly Colleague[], open: readonly string[]) =>
  staff.filter(({ user_id: id }) => open.includes(id))

type LinesProps = Pick<Props, 'of' | 'now' | 'beginning'> & Pick<LineContext, 'known' | 'whose'>

/** The timeline alone, for whoever has nothing to write to. */
export function StoryLines({ of, now, known, beginning, whose }: LinesProps) {
  const [narrowed, setNarrowed] = useState<TimelineQuery>({})
  const { data: people = [] } = useStaff()
  const actions = useLineActions({ isAdmin: isAdmin(useOwnRoles()) })
  const add = useQuickAdd()
  const timeline = useTimeline(of, narrowed)
  const pinned = usePinned(of)
  useLiveTimeline(of)
  const isNarrowed = Boolean(narrowed.kind ?? narrowed.words)
  const lines: TimelineLine[] = timeline.data?.pages.flat() ?? []
  const shown = beginning && !isNarrowed ? withCreationLine(lines, beginning, !timeline.hasNextPage) : lines
  const around: LineContext = {
    now,
    people,
    known,
    actions,
    onFollowUp: (contactId) => add('task', { contactId }),
    ...(whose && { whose }),
  }
  return (
    <div className="story">
      <TimelineFilter query={narrowed} onNarrow={setNarrowed} />
      {timeline.isPending && <Loading />}
      {!timeline.data && timeline.error && (
        <FailedToLoad insteadOf={timeline.data} error={timeline.error} onRetry={() => void timeline.refetch()} />
      )}
      {!isNarrowed && pinned.data && pinned.data.length > 0 && (
        <Group heading="נעוצים" lines={pinned.data} {...around} />
      )}
      {timeline.data && <Timeline lines={shown} {...around} />}
      {timeline.data && shown.length === 0 && (
        <BlockText>
          {isNarrowed ? 'אין שורות שמתאימות לחיפוש' : 'עוד לא קרה כאן דבר. השורה הראשונה היא הסיכום שתכתבו'}
        </BlockText>
      )}
      {timeline.hasNextPage && (
        <Button busy={timeline.isFetchingNextPage} onClick={() => void timeline.fetchNextPage()}>
          הצגת הקודמות
        </Button>
      )}
    </div>
  )
}
