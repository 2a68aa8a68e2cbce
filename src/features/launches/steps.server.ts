// Actions of participants on the launch pages, each authorized by the cookie: watch, download, comment, leave, return.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { splitName } from '#lib/split-name.ts'
import { countLinkUse, enter, readAccess } from './access.server.ts'
import { renewWindow } from './join.server.ts'
import { bucket, ByCookie, Comment, NoteProgress, OfContent, refusals } from './launches.ts'
import type { LaunchFiles } from './watch.server.ts'

const byCookie = {
  caller: 'anyone',
  as: 'service', // authorized by the cookie token
  refusals,
  perClient: { burst: 600, refillMs: 3_600_000 },
} as const
const Done = z.object({ participant: z.uuid() })

type Open = {
  id: string
  video: { seconds?: number | null } | null
  worksheet_key: string | null
  worksheet_name: string | null
  comments: string
}

/** The content, if it is open for the participant now by the database clock. */
async function openContent(db: Db, participant: string, content: string): Promise<Open> {
  const [found] = await db.query<Open & { state: string }>(
    `select c.id, c.video, c.worksheet_key, c.worksheet_name, l.comments_mode as comments, s.state
     from private.launch_contents_at($1) s join launch_contents c on c.id = s.content_id join launches l on l.id = c.launch_id
     where c.id = $2`,
    [participant, content],
  )
  if (!found) throw new Refusal('content_unknown', 404, refusals.content_unknown)
  if (found.state === 'locked' || found.state === 'expired')
    throw new Refusal('content_locked', 403, refusals.content_locked)
  return found
}

/** The page's beacon: marks the content as opened and records the seconds played. */
export const noteLaunchProgress = defineFunction({
  ...byCookie,
  name: 'note-launch-progress',
  input: NoteProgress,
  output: Done,
  async run({ input: { launch, cookie, content, from, until }, db }) {
    const participant = await enter(db, launch, cookie)
    const { video } = await openContent(db, participant, content)
    await db.query(
      `update launch_progress set first_open_at = coalesce(first_open_at, now()),
         segments = segments + case when $4::int > $3::int and $4::int - $3::int <= 600 then int4multirange(int4range($3::int, $4::int)) else '{}'::int4multirange end,
         max_position_s = greatest(max_position_s, $4::int)
       where participant_id = $1 and content_id = $2`,
      [participant, content, from, until],
    )
    // Nine tenths count as watched, because many viewers skip the closing credits.
    if (video?.seconds)
      await db.query(
        `update launch_progress set completed_at = now() where participant_id = $1 and content_id = $2 and completed_at is null
           and (select sum(upper(r) - lower(r)) from unnest(segments) r) >= $3 * 0.9`,
        [participant, content, video.seconds],
      )
    return { participant }
  },
})

/** Marks the content as completed by the page's button. */
export const completeLaunchContent = defineFunction({
  ...byCookie,
  name: 'complete-launch-content',
  input: OfContent,
  output: Done,
  async run({ input: { launch, cookie, content }, db }) {
    const participant = await enter(db, launch, cookie)
    await openContent(db, participant, content)
    await db.query(
      `update launch_progress set first_open_at = coalesce(first_open_at, now()), completed_at = coalesce(completed_at, now())
       where participant_id = $1 and content_id = $2`,
      [participant, content],
    )
    return { participant }
  },
})

export const openLaunchWorksheet = (files: LaunchFiles) =>
  defineFunction({
    ...byCookie,
    name: 'open-launch-worksheet',
    input: OfContent,
    output: z.object({ url: z.string() }),
    async run({ input: { launch, cookie, content }, db }) {
      const participant = await enter(db, launch, cookie)
      const { worksheet_key: key, worksheet_name: name } = await openContent(db, participant, content)
      const url = key && name ? await files.sign({ bucket, key, name }) : undefined
      if (url === undefined) throw new Refusal('file_gone', 410, refusals.file_gone)
      return { url }
    },
  })

/** Requests a mail when this content opens. Idempotent. */
export const askForLaunchContent = defineFunction({
  ...byCookie,
  name: 'ask-for-launch-content',
  input: OfContent,
  output: Done,
  async run({ input: { launch, cookie, content }, db }) {
    const participant = await enter(db, launch, cookie)
    const { asked } = await db.one<{ asked: boolean }>('select ask_for_launch_content($1, $2) as asked', [
      participant,
      content,
    ])
    if (!asked) throw new Refusal('content_not_waited_for', 409, refusals.content_not_waited_for)
    return { participant }
  },
})

const maxCommentsPerHour = 10

export const commentOnLaunch = defineFunction({
  ...byCookie,
  name: 'comment-on-launch',
  input: Comment,
  output: Done,
  async run({ input: { launch, cookie, content, body }, db }) {
    const participant = await enter(db, launch, cookie)
    const { comments } = await openContent(db, participant, content)
    if (comments === 'off') throw new Refusal('comments_closed', 409, refusals.comments_closed)
    const { name, recent } = await db.one<{ name: string; recent: number }>(
      `select p.name, (select count(*)::int from launch_comments c
         where c.participant_id = p.id and c.created_at > now() - interval '1 hour') as recent
       from launch_participants p where p.id = $1 and p.status <> 'opted_out' for update`,
      [participant],
    )
    if (recent >= maxCommentsPerHour) throw new Refusal('too_many_comments', 429, refusals.too_many_comments)
    // A repeated submission with the same text is stored once.
    await db.query(
      `insert into launch_comments (content_id, participant_id, shown_name, body, status)
       select $1, $2, left($3, 60), $4, $5 where not exists (
         select from launch_comments where content_id = $1 and participant_id = $2 and body = $4 and created_at > now() - interval '10 minutes')`,
      [content, participant, splitName(name).first_name, body, comments === 'open' ? 'visible' : 'pending'],
    )
    return { participant }
  },
})

/** Leaves this launch only; other mails continue. A device above the limit may leave too. */
export const leaveLaunch = defineFunction({
  ...byCookie,
  name: 'leave-launch',
  input: ByCookie,
  output: Done,
  async run({ input: { launch, cookie }, db }) {
    const access = await readAccess(db, launch, cookie)
    if (access.state === 'unknown') throw new Refusal('access_unknown', 403, refusals.access_unknown)
    await db.query(
      `update launch_participants set status = 'opted_out', opted_out_at = now() where id = $1 and status not in ('opted_out', 'buyer')`,
      [access.participantId],
    )
    await countLinkUse(db, access.participantId, access.key, false)
    return { participant: access.participantId }
  },
})

/** Rejoins with an unchanged cart window. */
export const returnToLaunch = defineFunction({
  ...byCookie,
  name: 'return-to-launch',
  input: ByCookie,
  output: Done,
  async run({ input: { launch, cookie }, db }) {
    const participant = await enter(db, launch, cookie)
    await renewWindow(db, participant)
    await db.query(
      `update launch_participants set status = 'active', opted_out_at = null where id = $1 and status = 'opted_out'`,
      [participant],
    )
    return { participant }
  },
})

/** Joins the waiting list after the cart closed. */
export const waitForLaunch = defineFunction({
  ...byCookie,
  name: 'wait-for-launch',
  input: ByCookie,
  output: Done,
  async run({ input: { launch, cookie }, db }) {
    const participant = await enter(db, launch, cookie)
    await db.query(
      `insert into launch_waitlist (launch_id, contact_id) select launch_id, contact_id from launch_participants where id = $1
       on conflict on constraint already_on_launch_waitlist do nothing`,
      [participant],
    )
    return { participant }
  },
})
