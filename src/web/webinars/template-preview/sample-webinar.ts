// Sample webinar of a template, with one session (scheduled, live or ended) and one registrant.
import type { ShownWebinar, WebinarVisit } from '#features/webinars/public/public-webinars.data.ts'
import type { TemplateDefinition } from '#features/webinars/templates/webinar-template.ts'
import { dayOf, instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import type { PreviewChoices } from './preview-choices.ts'

const id = '00000000-0000-4000-8000-000000000000'
const minute = 60_000

/** In the state `before`: in three days, at the template's time. */
function startOf(
  state: PreviewChoices['state'],
  { duration_minutes: minutes, schedule }: TemplateDefinition,
  now: string,
) {
  if (state === 'before') return instantAt(addDays(dayOf(now), 3), schedule?.time ?? '20:30').getTime()
  return Date.parse(now) - (state === 'live' ? 12 : minutes + 60) * minute
}

export function sampleWebinar(
  definition: TemplateDefinition,
  state: PreviewChoices['state'],
  now: string,
): ShownWebinar {
  const { duration_minutes: minutes, replay_enabled: hasReplay, kind } = definition
  const starts = startOf(state, definition, now)
  const instant = (at: number) => new Date(at).toISOString()
  const session: ShownWebinar['sessions'][number] = {
    id,
    webinar_id: id,
    starts_at: instant(starts),
    status: state === 'before' ? 'scheduled' : state === 'live' ? 'live' : hasReplay ? 'replay' : 'closed',
    seats_left: null,
    replay_until: state === 'after' && hasReplay ? instant(starts + definition.replay_hours * 60 * minute) : null,
    started_at: state === 'before' ? null : instant(starts),
    ended_at: state === 'after' ? instant(starts + minutes * minute) : null,
  }
  const { title, subtitle, takeaways, presenter, presenter_about } = definition
  return {
    id,
    slug: 'example',
    title,
    subtitle,
    takeaways,
    presenter,
    presenter_about,
    kind,
    duration_minutes: minutes,
    has_replay: hasReplay,
    updated_at: now,
    just_in_time_from: null,
    just_in_time_until: null,
    page_path: null,
    soon: undefined,
    sessions: kind === 'on_demand' ? [] : [session],
  }
}

export function sampleVisit(webinar: ShownWebinar, definition: TemplateDefinition): WebinarVisit {
  const [session] = webinar.sessions
  const startsAt = session?.starts_at ?? null
  return {
    registration_id: id,
    webinar_id: id,
    session_id: session?.id ?? null,
    slug: webinar.slug,
    title: webinar.title,
    kind: webinar.kind,
    state: 'waiting',
    first_name: 'נועה',
    email: 'n***@example.com',
    client_zone: 'Asia/Jerusalem',
    starts_at: startsAt,
    ends_at: startsAt && new Date(Date.parse(startsAt) + webinar.duration_minutes * minute).toISOString(),
    started_at: session?.started_at ?? null,
    status: session?.status ?? null,
    replay_until: session?.replay_until ?? null,
    cancel_reason: null,
    registration_state: 'registered',
    stream: null,
    recording: null,
    thank_you_video: null,
    captions_url: null,
    chapters: [],
    recap: definition.recap,
    duration_minutes: webinar.duration_minutes,
    presenter: webinar.presenter,
    subtitle: webinar.subtitle,
    wish: null,
    stream_is_down: false,
    lobby_at: startsAt && new Date(Date.parse(startsAt) - definition.lobby_minutes * minute).toISOString(),
    ical_sequence: 0,
    may_correct: true,
  }
}
