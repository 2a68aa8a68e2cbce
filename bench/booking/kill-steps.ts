// The steps at which a node is killed while appointments are booked, rescheduled, cancelled and reassigned, in the order of their
// execution.
import type { StatementStep } from '../../test/kill-at.ts'
import type { SmtpStep } from '../../test/smtp-server.ts'

export type GoogleStep = {
  /** Method and path of the request. */
  google: RegExp
  /** `asked`: Google has not processed the request; `done`: it has, and the response is lost. */
  when: 'asked' | 'done'
  nth?: number
}
export type MailStep = { smtp: SmtpStep | 'taken'; nth?: number }
export type Phase = 'book' | 'change'
export type BookingKillStep = { name: string; phase: Phase } & (StatementStep | GoogleStep | MailStep)

const during = (phase: Phase, steps: Record<string, StatementStep | GoogleStep | MailStep>): BookingKillStep[] =>
  Object.entries(steps).map(([name, step]) => ({ name, phase, ...step }))

const insertOfEvent = /^POST \/calendars\/[^/]+\/events\?/
const link = 'values (link_hash($1), $2, $3)'
const jobDone = 'delete from "graphile_worker"._private_jobs as jobs'

export const bookingKillSteps: BookingKillStep[] = [
  ...during('book', {
    'booking: facts read': { statement: 'select slot_facts(', when: 'after', nth: 2 },
    'booking: calendar asked': { google: /^POST \/freeBusy/, when: 'asked', nth: 2 },
    'booking: calendar answers': { google: /^POST \/freeBusy/, when: 'done', nth: 3 },
    'booking: host locked': { statement: 'private.lock_host', when: 'after', nth: 2 },
    'booking: contact written': { statement: 'insert into contact_points', when: 'after', nth: 3 },
    'booking: appointment written': { statement: 'insert into appointments (', when: 'after', nth: 2 },
    'booking: attendees written': { statement: 'insert into appointment_attendees', when: 'after', nth: 3 },
    'booking: not committed': { statement: 'insert into appointments (', when: 'before', atCommit: true, nth: 2 },
    'booking: committed, no answer': { statement: 'insert into appointments (', when: 'after', atCommit: true, nth: 3 },
    'event: job begun': { statement: 'a.slot_group_id = $1) and a.user_id = $2', when: 'before', nth: 2 },
    'event: appointment read': { statement: 'a.slot_group_id = $1) and a.user_id = $2', when: 'after', nth: 3 },
    'event: place written': { statement: 'do update set ends_at', when: 'after', nth: 2 },
    'event: insert asked': { google: insertOfEvent, when: 'asked', nth: 2 },
    'event: inserted, no answer': { google: insertOfEvent, when: 'done', nth: 3 },
    'event: not marked as written': { statement: 'do update set written_at', when: 'before', nth: 2 },
    'event: link not stored': { statement: 'set join_url = $2', when: 'before', nth: 3 },
    'event: link stored': { statement: 'set join_url = $2', when: 'after', nth: 2 },
    'a job is done, not recorded': { statement: jobDone, when: 'before', nth: 4 },
    'a job is recorded': { statement: jobDone, when: 'after', nth: 6 },
    'mail: messages locked': { statement: 'from next_messages(', when: 'after', nth: 2 },
    'mail: link made': { statement: link, when: 'after', nth: 3 },
    'mail: before the outbox': { statement: 'insert into mail.outbox', when: 'before' },
    'mail: outbox written': { statement: 'insert into mail.outbox', when: 'after' },
    'mail: outbox not committed': { statement: 'insert into mail.outbox', when: 'before', atCommit: true },
    'mail: outbox committed': { statement: 'insert into mail.outbox', when: 'after', atCommit: true },
    'mail: leased': { statement: 'set leased_to_job', when: 'after' },
    'smtp: recipient named': { smtp: 'RCPT', nth: 3 },
    'smtp: message complete, no answer': { smtp: 'end', nth: 4 },
    'smtp: taken': { smtp: 'taken', nth: 5 },
    'mail: delivery not recorded': { statement: 'record_mail_outcomes', when: 'before', nth: 2 },
    'mail: delivery recorded': { statement: 'record_mail_outcomes', when: 'after', nth: 3 },
  }),
  ...during('change', {
    'move: written': { statement: 'move_linked_appointment', when: 'after' },
    'move: not committed': { statement: 'move_linked_appointment', when: 'before', atCommit: true },
    'move: committed, no answer': { statement: 'move_linked_appointment', when: 'after', atCommit: true },
    'cancellation: not committed': { statement: 'cancel_linked_appointment', when: 'before', atCommit: true },
    'cancellation: committed, no answer': { statement: 'cancel_linked_appointment', when: 'after', atCommit: true },
    'reassignment: not committed': { statement: 'reassign_appointment', when: 'before', atCommit: true },
    'reassignment: committed, no answer': { statement: 'reassign_appointment', when: 'after', atCommit: true },
    'event: change asked': { google: /^PATCH/, when: 'asked' },
    'event: changed, no answer': { google: /^PATCH/, when: 'done' },
    'event: deletion asked': { google: /^DELETE/, when: 'asked' },
    'event: deleted, no answer': { google: /^DELETE/, when: 'done', nth: 2 },
    'event: not forgotten': { statement: 'delete from calendar_secrets.events', when: 'before' },
    'event: forgotten': { statement: 'delete from calendar_secrets.events', when: 'after', nth: 2 },
    'event of the next host: insert asked': { google: insertOfEvent, when: 'asked' },
    'event of the next host: inserted, no answer': { google: insertOfEvent, when: 'done' },
    'changes in Google: listed': { google: /^GET .*syncToken/, when: 'done' },
    'changes in Google: token moved': { statement: 'set sync_token', when: 'after' },
    'changes in Google: the first applied': { statement: 'apply_calendar_change(', when: 'after' },
    'changes in Google: not committed': { statement: 'apply_calendar_change(', when: 'before', atCommit: true, nth: 2 },
    'changes in Google: committed': { statement: 'apply_calendar_change(', when: 'after', atCommit: true, nth: 2 },
    'mail of a change: outbox committed': { statement: 'insert into mail.outbox', when: 'after', atCommit: true },
    'mail of a change: message complete, no answer': { smtp: 'end', nth: 2 },
    'mail of a change: taken': { smtp: 'taken', nth: 3 },
  }),
]
