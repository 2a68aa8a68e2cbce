import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'

const db = await testDatabase()

/** The default message plan by area: key of the rule, minutes after its anchor. Product decisions fix the times. */
const plan = {
  booking: {
    'appointment.confirmed': 0,
    'appointment.series_confirmed': 0,
    'appointment.reminder_day': -1440,
    'appointment.reminder_hour': -60,
    'appointment.moved': 0,
    'appointment.cancelled': 0,
    'appointment.series_cancelled': 0,
    'appointment.no_show': 10,
    'appointment.follow_up': 120,
    'appointment.requested': 0,
    'appointment.rejected': 0,
    'appointment.expired': 0,
    'appointment.undecided': 1440,
    'staff.appointment_booked': 0,
    'staff.appointment_requested': 0,
    'staff.appointment_moved': 0,
    'staff.appointment_cancelled': 0,
    'staff.appointment_soon': 0,
    'staff.calendar_broken': 0,
  },
  webinar: {
    'webinar.confirmation': 0,
    'webinar.catch_up': 0,
    'webinar.moved': 0,
    'webinar.reminder_day': -1440,
    'webinar.reminder_hour': -60,
    'webinar.opening': -10,
    'webinar.started': 0,
    'webinar.bought': 60,
    'webinar.stayed': 60,
    'webinar.left_early': 60,
    'webinar.missed': 60,
    'webinar.replay_day': -1440,
    'webinar.replay_hours': -240,
    'webinar.cancelled': 0,
    'webinar.registration_cancelled': 0,
    'webinar.answered': 0,
    'webinar.waitlisted': 0,
    'webinar.seated': 0,
  },
  launch: {
    'launch.welcome': 0,
    'launch.released': 0,
    'launch.asked': 0,
    'launch.nudge': 1440,
    'launch.cart_open': 0,
    'launch.cart_middle': 0,
    'launch.cart_day': -1440,
    'launch.cart_hours': -180,
    'launch.cart_closed': 5,
    'launch.reopened': 0,
  },
  form: { 'form.receipt': 0, 'form.resume': 60 },
  'lead magnet': { 'lead_magnet.delivery': 0, 'lead_magnet.reminder': 1440 },
  quiz: { 'quiz.resume': 180, 'quiz.result': 0, 'quiz.partner': 4320, 'quiz.repeat': 129_600 },
  order: {
    'order.paid': 0,
    'order.failed': 30,
    'order.refunded': 0,
    'order.left_hour': 60,
    'order.left_day': 1440,
    'plan.ahead': 0,
    'plan.failed': 5,
    'tax_document.issued': 0,
  },
  portal: {
    'invitation.reminder_first': 4320,
    'invitation.reminder_last': 10_080,
    'invitation.not_accepted': 10_080,
    'thread.unread': 10,
    'stage.completed': 0,
    'process.review_request': 1440,
    'stage.review_request': 1440,
    'process.anniversary': 259_200,
    'process.idle': 20_160,
    'process.idle_coach': 24_480,
    'stage.opened': 0,
    'document.returned': 5,
    'task.soon': -1440,
    'task.due': 0,
    'task.late': 2880,
  },
  newsletter: { 'newsletter.reminder': 2880 },
  staff: {
    'staff.contact_request': 0,
    'contact_request.unanswered': 60,
    'staff.opportunity_rotting': 0,
    'staff.stage_late': 0,
    'staff.review': 0,
    'staff.complaint': 0,
    'staff.message_received': 0,
    'staff.cancellation': 0,
    'staff.order_paid': 0,
    'staff.order_failed': 0,
  },
} as const

test.each(Object.entries(plan))(
  'the plan of %s has its rows at their times, and each row can be switched off',
  async (_, rows) => {
    const found = await db.sql<{ key: string; offset_minutes: number }>(
      'select key, offset_minutes from message_rules where key = any ($1)',
      [Object.keys(rows)],
    )
    expect(Object.fromEntries(found.map(({ key, offset_minutes: minutes }) => [key, minutes]))).toEqual(rows)
  },
)

test('every transactional mail of the plan has texts that the owner can edit', async () => {
  const without = await db.sql<{ key: string }>(
    `select r.key from message_rules r
     where r.channel = 'email' and r.purpose <> 'marketing' and
       not exists (select from email_kinds k where k.kind = r.template_key)`,
  )
  expect(without.map(({ key }) => key)).toEqual([])
})
