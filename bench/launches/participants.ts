// A launch with many participants, some of whom have a page open, and the release of its second content.
import type pg from 'pg'

type Launch = { id: string; opening: string; viewers: { id: string; key: string }[] }

/** Participants joined eight days ago: the welcome mails are in the past. The second content opens in a year. */
export async function addParticipants(
  db: pg.Client,
  { participants, viewers }: { participants: number; viewers: number },
): Promise<Launch> {
  await db.query(
    `update message_settings set quiet_nights = false, quiet_shabbat = false, quiet_holidays = false, quiet_memorial = false`,
  )
  const { rows } = await db.query<{ id: string; opening: string }>(
    `with launch as (
       insert into launches (title, status, prelaunch_at, cart_opens_at, cart_closes_at)
       values ('bench', 'prelaunch', now() - interval '9 days', now() + interval '400 days', now() + interval '405 days') returning id),
     open as (
       insert into launch_contents (launch_id, position, title, body, release_kind, release_hours)
       select id, 1, 'first', 'opened content', 'hours', 0 from launch),
     closed as (
       insert into launch_contents (launch_id, position, title, body, release_kind, release_at)
       select id, 2, 'second', 'second content', 'at', now() + interval '365 days' from launch returning id)
     select launch.id, closed.id as opening from launch, closed`,
  )
  const { id, opening } = rows[0]!
  await db.query(
    `with people as (
       insert into contacts (first_name) select 'viewer ' || n from generate_series(0, $2::int - 1) n returning id, first_name)
     insert into launch_participants (launch_id, contact_id, name, email, joined_at)
     select $1, id, first_name, replace(first_name, ' ', '') || '@example.com', now() - interval '8 days' from people`,
    [id, participants],
  )
  const { rows: known } = await db.query<{ id: string; key: string }>(
    `with chosen as (select id, replace(id::text, '-', '') as key from launch_participants where launch_id = $1 limit $2),
     keys as (insert into launch_tokens (participant_id, token_hash) select id, link_hash(key) from chosen)
     select id, key from chosen`,
    [id, viewers],
  )
  return { id, opening, viewers: known }
}

/** Changes the release as staff would: a job updates the participants, and their messages are due immediately. */
export const scheduleRelease = (db: pg.Client, { opening }: Launch) =>
  db.query(`update launch_contents set release_at = now() where id = $1`, [opening])
