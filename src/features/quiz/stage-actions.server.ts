// Actions that the owner configured for a stage: tag, sequence, task, opportunity.
import type { Db } from '#kernel/postgres/transaction.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { dayOf } from '#lib/time/dates.ts'
import type { Contact } from './dependencies.server.ts'

type Action = { tag_id: string | null; automation_id: string | null; opens_opportunity: boolean; task: string | null }

/**
 * Returns the opportunity, if one was configured. The stage is found by its slug, because its number depends on the
 * version of the attempt.
 */
export async function actOnStage(
  db: Db,
  { attemptId, contact }: { attemptId: string; contact: Contact },
): Promise<string | null> {
  const [action] = await db.query<Action>(
    `select s.tag_id, s.automation_id, s.opens_opportunity, s.task
     from quiz_attempts a join quizzes q on q.id = a.quiz_id
     join quiz_versions v on v.quiz_id = q.id and v.number = q.current_version
     cross join jsonb_array_elements(v.definition -> 'stages') d (stage)
     join quiz_stage_actions s on s.quiz_id = q.id and s.stage = (d.stage ->> 'id')::integer
     where a.id = $1 and d.stage ->> 'slug' = a.result -> 'stage' ->> 'slug'`,
    [attemptId],
  )
  if (!action) return null
  if (action.tag_id)
    await db.query('insert into contact_tags (contact_id, tag_id) values ($1, $2) on conflict do nothing', [
      contact.id,
      action.tag_id,
    ])
  if (action.automation_id)
    await db.query(
      `select emit_enrolment(a.id, $2, 'automation.enrolled') from automations a where a.id = $1 and a.status = 'enabled'`,
      [action.automation_id, contact.id],
    )
  if (action.task)
    await db.query(
      `insert into tasks (name, due_date, user_id, contact_id) values ($1, $2, coalesce($3, private.business_owner()), $4)`,
      [
        `${action.task} – ${contact.full_name}`.slice(0, 200),
        addDays(dayOf(new Date()), 1),
        contact.owner_id,
        contact.id,
      ],
    )
  return action.opens_opportunity ? openOpportunity(db, contact) : null
}

/** The contact's open opportunity, or else a new one in the first stage. */
async function openOpportunity(db: Db, contact: Contact): Promise<string> {
  const [open] = await db.query<{ id: string }>(
    `select o.id from opportunities o join pipelines p on p.id = o.pipeline_id and p.is_default
     where o.contact_id = $1 and o.status = 'open' and o.deleted_at is null order by o.created_at desc limit 1`,
    [contact.id],
  )
  if (open) return open.id
  const { id } = await db.one<{ id: string }>(
    `insert into opportunities (name, contact_id, owner_id, source) values ($1, $2, $3, 'שאלון') returning id`,
    [`שאלון השלב הכלכלי – ${contact.full_name}`.slice(0, 160), contact.id, contact.owner_id],
  )
  return id
}
