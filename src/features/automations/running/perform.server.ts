// Executes the effect of a step, in the transaction of the run.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Effect } from '../engine/effects.ts'
import { queueWebhook } from './webhook.server.ts'

export type PerformedStep = { runId: string; automationId: string; contactId: string; stepId: string; at: Date }

/** Returns the result of the effect, for the log of the run. */
export async function perform(db: Db, effect: Effect, run: PerformedStep): Promise<object | undefined> {
  switch (effect.kind) {
    case 'tag':
      await db.query(
        effect.change === 'add'
          ? 'insert into contact_tags (contact_id, tag_id) values ($1, $2) on conflict do nothing'
          : 'delete from contact_tags where contact_id = $1 and tag_id = $2',
        [run.contactId, effect.tagId],
      )
      return undefined
    case 'field':
      return setField(db, run.contactId, effect.key, effect.value)
    case 'assign':
      await db.query('update contacts set owner_id = $2 where id = $1', [run.contactId, effect.userId])
      return undefined
    case 'stage':
      await db.query(`select move_opportunity(o.id, $2, o.version) from opportunities o where o.id = $1`, [
        effect.opportunityId,
        effect.stageId,
      ])
      return undefined
    case 'task':
      return db.one(
        `insert into tasks (name, due_at, user_id, contact_id, type, priority, created_by)
         values ($1, $2, coalesce($3, private.business_owner()), $4, $5, $6, null) returning id as task`,
        [effect.name, effect.dueAt, effect.userId, run.contactId, effect.type, effect.priority],
      )
    case 'notice':
      await db.query(
        `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
         select u.user_id, 'automation.notice', $2, c.full_name, $3, 'contact', c.id
         from contacts c, notice_recipients($4) u (user_id) where c.id = $1`,
        [run.contactId, effect.title, effect.severity, effect.userId],
      )
      return undefined
    case 'webhook':
      return queueWebhook(db, { url: effect.url, runId: run.runId, stepId: run.stepId })
    case 'enrol':
    case 'unenrol':
      await db.query('select emit_enrolment($1, $2, $3)', [
        effect.automationId,
        run.contactId,
        effect.kind === 'enrol' ? 'automation.enrolled' : 'automation.left',
      ])
      return undefined
    case 'message':
      return scheduleMessage(db, effect.templateId, run)
  }
}

async function setField(db: Db, contactId: string, key: string, value: string | number | boolean | null) {
  if (key === 'lifecycle' || key === 'source')
    await db.query(`update contacts set ${key} = $2 where id = $1`, [contactId, value])
  else
    // A null removes the key: the trigger of custom fields strips nulls.
    await db.query(
      `update contact_staff_details set custom = custom || jsonb_build_object($2::text, $3::jsonb) where contact_id = $1`,
      [contactId, key.slice('custom.'.length), JSON.stringify(value)],
    )
  return undefined
}

/** The idempotency key consists of run and step. The sender checks again whether the message may be sent. */
function scheduleMessage(db: Db, templateId: string, { runId, contactId, stepId, at }: PerformedStep) {
  return db.one<{ message: string }>(
    `select private.schedule_message(concat_ws(':', t.purpose, 'automation_run', $1::uuid, $4::text, $2::uuid), $2, t.channel, t.purpose, t.id,
       'automation_run', $1, $5, null, $1) as message
     from message_templates t where t.id = $3`,
    [runId, contactId, templateId, stepId, at],
  )
}
