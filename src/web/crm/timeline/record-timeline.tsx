// Timeline and composer of a contact, household or opportunity.
import './record-timeline.css'
import { useState } from 'react'
import { useNetwork, useUserId } from '#client/session-context.tsx'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { type Colleague, useStaff } from '#platform/accounts/staff.data.ts'
import {
  type TimelineQuery,
  type TimelineOf,
  useLiveTimeline,
  useMentionable,
  usePinned,
  useTimeline,
} from '#platform/activities/activities.data.ts'
import { Composer, modeOfDraft } from '#platform/activities/composer/composer.tsx'
import type { Mode } from '#platform/activities/composer/modes.ts'
import { Group, Timeline } from '#platform/activities/timeline.tsx'
import { withCreationLine } from '#platform/activities/timeline-days.ts'
import { TimelineFilter } from '#platform/activities/timeline-filter.tsx'
import type { LineContext, TimelineLine } from '#platform/activities/timeline-line.tsx'
import { useLineActions } from '#platform/activities/use-line-actions.ts'
import { TextTemplateMenu } from '#features/message-templates/text-template-menu.tsx'
import { Button } from '#ui/button.tsx'
import { BlockText } from '#ui/block.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useQuickAdd } from '#platform/screens/quick-add-context.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { useSaveEntry } from './use-save-entry.ts'

/** The contact of a new entry, and their contact points. */
export type About = { id: string; phone?: string | undefined; email?: string | undefined; known: readonly string[] }

/** Composer mode, lifted so that other buttons of the page can set it. */
export function useComposerMode(of: TimelineOf): [Mode, (mode: Mode) => void] {
  const userId = useUserId()
  return useState<Mode>(() => modeOfDraft(userId, placeOf(of)))
}

function placeOf(of: TimelineOf): string {
  if (of.contactId !== undefined) return of.contactId
  return of.opportunityId !== undefined ? of.opportunityId : of.householdId
}

type Props = {
  of: TimelineOf
  about: About
  now: Date
  mode: Mode
  onMode: (mode: Mode) => void
  /** The first entry, below all loaded ones. */
  beginning?: TimelineLine
} & Pick<LineContext, 'whose'>

type ComposerProps = Pick<Props, 'of' | 'about' | 'now' | 'mode' | 'onMode'>

/** Composer and timeline below it. */
export const RecordTimeline = ({ beginning, whose, ...rest }: Props) => (
  <>
    <RecordComposer {...rest} />
    <RecordTimelineLines
      of={rest.of}
      now={rest.now}
      known={rest.about.known}
      {...(beginning && { beginning })}
      {...(whose && { whose })}
    />
  </>
)

/** Writes an entry about one contact. */
export function RecordComposer({ of, about, now, mode, onMode }: ComposerProps) {
  const userId = useUserId()
  const network = useNetwork()
  const staff = useStaff()
  const save = useSaveEntry(about.id, of.opportunityId)
  const mayOpen = useMentionable(about.id)
  async function readPeople() {
    const refetchOptions = { throwOnError: true, cancelRefetch: false }
    const [team, open] = await Promise.all([staff.refetch(refetchOptions), mayOpen.refetch(refetchOptions)])
    return mayBeNamed(team.data!, open.data!)
  }
  return (
    <Composer
      userId={userId}
      place={placeOf(of)}
      mode={mode}
      onMode={onMode}
      reach={about}
      people={staff.data && mayOpen.data && mayBeNamed(staff.data, mayOpen.data)}
      readPeople={readPeople}
      save={save}
      readyTexts={(channel, insert) =>
        channel === 'whatsapp' && <TextTemplateMenu contactId={about.id} channel="whatsapp" onText={insert} />
      }
      network={network}
      now={now}
    />
  )
}

/** Only staff who may see this contact: a mention sends a notification that links here. */
const mayBeNamed = (staff: readonly Colleague[], open: readonly string[]) =>
  staff.filter(({ user_id: id }) => open.includes(id))

type LinesProps = Pick<Props, 'of' | 'now' | 'beginning'> & Pick<LineContext, 'known' | 'whose'>

/** The timeline, filtered by kind and text. Pinned entries come first. */
export function RecordTimelineLines({ of, now, known, beginning, whose }: LinesProps) {
  const [narrowed, setNarrowed] = useState<TimelineQuery>({})
  const { data: people = [] } = useStaff()
  const actions = useLineActions({ isAdmin: isAdmin(useOwnRoles()) })
  const add = useQuickAdd()
  const timeline = useTimeline(of, narrowed)
  const pinned = usePinned(of)
  useLiveTimeline(of)
  const isFiltered = Boolean(narrowed.kind ?? narrowed.words)
  const lines: TimelineLine[] = timeline.data?.pages.flat() ?? []
  const shown = beginning && !isFiltered ? withCreationLine(lines, beginning, !timeline.hasNextPage) : lines
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
      {!isFiltered && pinned.data && pinned.data.length > 0 && (
        <Group heading="נעוצים" lines={pinned.data} {...around} />
      )}
      {timeline.data && <Timeline lines={shown} {...around} />}
      {timeline.data && shown.length === 0 && (
        <BlockText>
          {isFiltered ? 'אין שורות שמתאימות לחיפוש' : 'עוד לא קרה כאן דבר. השורה הראשונה היא הסיכום שתכתבו'}
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
