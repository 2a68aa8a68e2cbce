// Applies changes made in Google Calendar to appointments, in the transaction that advances the sync token.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { OnAppointmentChanges } from '#features/calendar/calendar.ts'

const answers: Record<string, 'accepted' | 'declined'> = { accepted: 'accepted', declined: 'declined' }

export const applyCalendarChanges: OnAppointmentChanges<Db> = async (db, host, changes) => {
  for (const { appointmentId: root, isDeleted, isMoved, from, to, responses, link } of changes) {
    const isChanged = isDeleted || (isMoved && from !== null && to !== null)
    const outcome =
      isChanged &&
      (
        await db.one<{ outcome: string }>('select apply_calendar_change($1, $2, $3, $4, $5) as outcome', [
          host,
          root,
          isDeleted,
          from === null ? null : new Date(from),
          to === null ? null : new Date(to),
        ])
      ).outcome
    // The responses of a moved event still refer to its previous time.
    for (const { email, response, isHost } of outcome === 'moved' ? [] : responses)
      if (!isHost && answers[response])
        await db.query('select note_calendar_response($1, $2, $3, $4)', [host, root, email, answers[response]])
    // Google adds the conference link shortly after it creates the event.
    if (link)
      await db.query(
        `update appointments set join_url = $3 where ((root_id = $1 and slot_group_id is null) or slot_group_id = $1) and user_id = $2 and location_kind = 'meet' and status = 'confirmed'
           and join_url is distinct from $3`,
        [root, host, link],
      )
  }
}
