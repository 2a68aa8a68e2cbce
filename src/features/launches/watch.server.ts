// open-launch and open-launch-watch: the data of the launch pages for this browser at the server's time.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { parseVideoAddress } from '#platform/player/video-source.ts'
import { readAccess } from './access.server.ts'
import { readCart } from './cart.server.ts'
import { readComments } from './comments.server.ts'
import type { LaunchPhase } from './launch-clock.ts'
import type { LandingView, OpenedWatch, ShownContent, ShownVideo, WatchView } from './launch-view.ts'
import { bucket, CommentsPage, LaunchLanding, LaunchVideo, OpenLaunch, OpenWatch, refusals } from './launches.ts'

/** Private storage: returns a path of this site on which a file can be played for some hours. */
export type LaunchFiles = {
  sign(file: { bucket: string; key: string; name?: string; seconds?: number }): Promise<string | undefined>
}

const visitorOptions = {
  caller: 'anyone',
  as: 'service', // visitors cannot read these tables
  refusals,
  perClient: { burst: 300, refillMs: 600_000 },
} as const
const playSeconds = 4 * 3600

export const openLaunch = defineFunction({
  ...visitorOptions,
  name: 'open-launch',
  input: OpenLaunch,
  output: z.custom<LandingView>(),
  async run({ input: { launch, cookie }, db }) {
    const found = await readLaunch(db, launch)
    const access = await readAccess(db, launch, cookie)
    const contents = await db.query<LandingView['contents'][number]>(
      `select title, release_at as at, case release_kind when 'hours' then release_hours when 'day' then release_day * 24 end as "afterHours",
         private.launch_poster(c) as poster
       from launch_contents c where launch_id = $1 order by position`,
      [launch],
    )
    return {
      id: launch,
      title: found.title,
      phase: found.phase,
      tz: found.tz,
      landing: LaunchLanding.catch({ lead: '', promises: [] }).parse(found.landing),
      prelaunchAt: found.prelaunchAt?.toISOString() ?? null,
      contents: contents.map((one) => ({ ...one, at: one.at && new Date(one.at).toISOString() })),
      participant: access.state === 'ok' ? access.participantId : null,
    }
  },
})

export const openLaunchWatch = (files: LaunchFiles) =>
  defineFunction({
    ...visitorOptions,
    name: 'open-launch-watch',
    input: OpenWatch.extend({
      content: z.string().max(40).default(''),
      comments: CommentsPage.default({ sort: 'newest', page: 1 }),
    }),
    output: z.custom<OpenedWatch>(),
    async run({ input: { launch, participant, cookie, content, comments }, db }): Promise<OpenedWatch> {
      const { title } = await readLaunch(db, launch)
      const access = await readAccess(db, launch, cookie)
      // A valid cookie of another participant is treated like a missing one.
      if (access.state === 'unknown' || access.participantId !== participant) return { access: 'cold', title }
      if (access.state === 'device') return { access: 'device', title, email: await maskedEmail(db, participant) }
      if (access.state !== 'ok') return { access: access.state, title }
      return { access: 'ok', view: await readView(db, files, participant, { content, comments }) }
    },
  })

type FoundLaunch = { title: string; phase: LaunchPhase; tz: string; landing: unknown; prelaunchAt: Date | null }

async function readLaunch(db: Db, launch: string): Promise<FoundLaunch> {
  const [found] = await db.query<FoundLaunch>(
    `select title, private.launch_phase(l, null, now()) as phase, tz, landing, prelaunch_at as "prelaunchAt" from launches l
     where id = $1 and status not in ('draft', 'archived') and (not is_demo or is_demo_business())`,
    [launch],
  )
  if (!found) throw new Refusal('launch_unknown', 404, refusals.launch_unknown)
  return found
}

const maskedEmail = async (db: Db, participant: string) =>
  (
    await db.one<{ email: string }>('select masked_address(email) as email from launch_participants where id = $1', [
      participant,
    ])
  ).email

type ContentRow = Omit<ShownContent, 'opensAt' | 'closesAt'> & {
  opensAt: Date | null
  closesAt: Date | null
  video: unknown
}

type ViewOptions = { content: string; comments: z.output<typeof CommentsPage> }

export async function readView(
  db: Db,
  files: LaunchFiles,
  participant: string,
  options: ViewOptions,
): Promise<WatchView> {
  const about = await db.one<
    WatchView['launch'] & WatchView['participant'] & { launchId: string; openUntil: Date | null }
  >(
    `select p.id, l.id as "launchId", l.title, private.launch_phase(l, p, now()) as phase, l.tz, l.comments_mode <> 'off' as "takesComments",
       p.name, p.status, private.launch_open_until(l, p) as "openUntil"
     from launch_participants p join launches l on l.id = p.launch_id where p.id = $1`,
    [participant],
  )
  const contents = await readContents(db, participant)
  const isOpen = ({ state }: ContentRow) => state !== 'locked' && state !== 'expired'
  const selected = contents.find((one) => one.id === options.content && isOpen(one)) ?? contents.findLast(isOpen)
  return {
    launch: {
      id: about.launchId,
      title: about.title,
      phase: about.phase,
      tz: about.tz,
      takesComments: about.takesComments,
    },
    participant: { id: participant, name: about.name, status: about.status },
    openUntil: about.openUntil?.toISOString() ?? null,
    contents: contents.map(shownContent),
    chosen: selected?.id ?? null,
    video: selected ? await shownVideo(files, selected.video) : null,
    comments: await readComments(db, about.takesComments ? selected?.id : undefined, participant, options.comments),
    cart: await readCart(db, participant),
  }
}

/** Omits the stored video: only the selected content's video is returned. */
function shownContent(row: ContentRow): ShownContent {
  const { id, kind, title, state, waitsFor, body, hasVideo, worksheet, watchedSeconds, position, isAsked, poster } = row
  const [opensAt, closesAt] = [row.opensAt?.toISOString() ?? null, row.closesAt?.toISOString() ?? null]
  return {
    id,
    kind,
    title,
    state,
    opensAt,
    closesAt,
    waitsFor,
    body,
    hasVideo,
    worksheet,
    watchedSeconds,
    position,
    isAsked,
    poster,
  }
}

const readContents = (db: Db, participant: string) =>
  db.query<ContentRow>(
    `select c.id, c.kind, c.title, s.state, s.opens_at as "opensAt", s.closes_at as "closesAt",
       (select w.title from launch_contents w where w.id = s.waits_for) as "waitsFor",
       case when o.is_open then c.body else '' end as body, o.is_open and c.video is not null as "hasVideo",
       case when o.is_open then c.worksheet_name end as worksheet, case when o.is_open then c.video end as video,
       coalesce((select sum(upper(r) - lower(r)) from unnest(g.segments) r), 0)::int as "watchedSeconds",
       coalesce(g.max_position_s, 0) as position, g.notify_asked_at is not null as "isAsked",
       private.launch_poster(c) as poster
     from private.launch_contents_at($1) s join launch_contents c on c.id = s.content_id
     cross join lateral (select s.state not in ('locked', 'expired') as is_open) o
     left join launch_progress g on g.participant_id = $1 and g.content_id = c.id
     order by c.position`,
    [participant],
  )

async function shownVideo(files: LaunchFiles, stored: unknown): Promise<ShownVideo | null> {
  const video = LaunchVideo.safeParse(stored).data
  if (!video) return null
  const { source, ref, seconds = null, captions = null } = video
  const more = { seconds, captions, chapters: video.chapters ?? [] }
  if (source === 'file') {
    const address = await files.sign({ bucket, key: ref, seconds: playSeconds })
    return address === undefined ? null : { source, address, ...more }
  }
  const parsed = source === 'link' ? parseVideoAddress(ref) : undefined
  // A file or stream on another site is played here; a web page is linked.
  return parsed?.provider === 'file' || parsed?.provider === 'hls'
    ? { source: parsed.provider, address: parsed.ref, ...more }
    : { source, address: ref, ...more }
}
