// Notifies staff of domain events that need an action.
import type { EventRow, Subscriber } from '#platform/events/dispatcher.server.ts'
import type { Db } from '#kernel/postgres/transaction.ts'

/** Skips demo rows, whose dates are generated. */
export const staffNotices: Subscriber = {
  name: 'staff-notices',
  types: ['opportunity.rotting', 'stage.late', 'message.complained'],
  async handle(db, event) {
    if (event.is_demo) return
    await notices[event.type as keyof typeof notices](db, event)
  },
}

const notices = {
  /** Notifies the opportunity's assignee, or else the owners of the business. */
  'opportunity.rotting': (db: Db, { entity_id: id }: EventRow) =>
    db.query(
      `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
       select u.user_id, 'opportunity.rotting', left('ההזדמנות עומדת במקום: ' || o.name, 200),
         'בשלב ' || s.name || ' כבר ' || case whole_days
           when 1 then 'יום' when 2 then 'יומיים' else whole_days || ' ימים' end,
         'medium', 'opportunity', o.id
       from opportunities o join pipeline_stages s on s.id = o.stage_id, notice_recipients(o.owner_id) u (user_id),
         extract(day from now() - o.stage_entered_at) whole_days
       where o.id = $1 and o.status = 'open' and o.deleted_at is null
         and o.stage_entered_at <= now() - make_interval(days => s.rot_days)`,
      [id],
    ),
  /** Notifies the coach of the process, or else the owners of the business. */
  'stage.late': (db: Db, { entity_id: id }: EventRow) =>
    db.query(
      `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
       select u.user_id, 'stage.late', left('שלב שעבר מועדו: ' || t.name, 200), c.full_name, 'medium', 'contact', c.id
       from process_stage_instances i join process_stages t on t.id = i.process_stage_id
         join client_processes p on p.id = i.client_process_id
         join contacts c on c.id = p.contact_id and c.deleted_at is null,
         notice_recipients(p.coach_id) u (user_id)
       where i.id = $1 and i.status in ('active', 'waiting_client', 'waiting_coach') and p.status = 'active'`,
      [id],
    ),
  /** Notifies the owners, because spam complaints harm the delivery of all mail. */
  'message.complained': (db: Db, { entity_id: id }: EventRow) =>
    db.query(
      `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
       select u.user_id, 'message.complained', 'הודעה סומנה כדואר זבל', c.full_name || ': ' || left(m.subject, 200),
         'high', 'contact', c.id
       from messages m join contacts c on c.id = m.contact_id, notice_recipients(null) u (user_id) where m.id = $1`,
      [id],
    ),
} as const
