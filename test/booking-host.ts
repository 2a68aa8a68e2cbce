// A host with the usual week, and a visitor who books, for the database tests of booking.
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { requestMetadata, recordConsent, refuseUnknownConsentText } from '#features/leads/record-consent.server.ts'
import type { Mails, ProductMail } from '#features/email-templates/email-templates.ts'
import type { Gateways } from '#features/gateways/gateways.ts'
import { createGateways } from '#features/gateways/open-gateways.server.ts'
import { meetingPayPath, orderMeeting } from '#features/orders/order-meeting.server.ts'
import type { Claims, Db } from '#kernel/postgres/transaction.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { Refusal } from '#kernel/errors.ts'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { makeActors } from './actors.ts'
import type { TestDatabase } from './open-database.ts'
import { bookAppointment, holdSlot } from '#features/booking/booking.server.ts'
import type { ReadBusyTimes } from '#features/booking/free-slots.server.ts'
import { bookingPage, bookingSlots } from '#features/booking/host-page.server.ts'
import { waitForGroup } from '#features/booking/group-waits/group-waits.server.ts'
import { makeBookingLink, openBookingLink } from '#features/booking/links/booking-links.server.ts'
import {
  acceptLinkedAppointment,
  addLinkedAttendee,
  cancelLinkedAppointment,
  leaveLinkedAppointment,
  moveLinkedAppointment,
  openAppointment,
  payLinkedAppointment,
  savePreparation,
  usePackage,
  waitForEarlierHour,
} from '#features/booking/manage.server.ts'

const at = 'http://127.0.0.1:9'
/** A calendar provider that is connected and never called. */
export const openGateways = createGateways({
  seal: createSealing([makeSealingKey()])('keys'),
  standIn: {
    cardcom: { baseUrl: at, terminal: '9999', apiName: 'test', apiPassword: 'test' },
    payplus: {
      baseUrl: at,
      terminal: randomUUID(),
      pageUid: randomUUID(),
      cashierUid: undefined,
      apiKey: 'test',
      secretKey: 'test',
    },
  },
})

/** The functions that visitors call. */
export const bookingFunctions = (
  readBusyTimes: ReadBusyTimes,
  gateways: Pick<Gateways<Db>, 'chosen'> = openGateways,
  mails: Mails<Db> = { send: () => Promise.reject(new Error('No such mail is expected here.')) },
) => [
  bookingPage,
  bookingSlots({ readBusyTimes }),
  holdSlot({ readBusyTimes }),
  bookAppointment({
    readBusyTimes,
    matchContact,
    requestMetadata,
    refuseUnknownConsentText,
    recordConsent,
    orderMeeting: orderMeeting(gateways),
    payPath: meetingPayPath,
    mails,
    siteUrl: 'http://site.test',
  }),
  usePackage,
  waitForGroup({ matchContact, requestMetadata }),
  payLinkedAppointment({ payPath: meetingPayPath }),
  makeBookingLink({ siteUrl: 'http://site.test' }),
  openBookingLink,
  openAppointment,
  acceptLinkedAppointment,
  savePreparation,
  cancelLinkedAppointment,
  leaveLinkedAppointment,
  moveLinkedAppointment({ readBusyTimes }),
  addLinkedAttendee,
  waitForEarlierHour,
]

type Answer = { status: number; body: Record<string, unknown> & { nearest?: string[] } }

export async function makeHost(db: TestDatabase, gateways?: Pick<Gateways<Db>, 'chosen'>) {
  const { ids, as } = await makeActors(db)
  await db.as(as.coach, 'select start_hosting($1, $2)', [ids.coach, 'hila'])
  // Available at all hours of all days, so that no test depends on the day it runs on.
  await db.sql(
    `update booking_hosts set block_shabbat = false, block_holidays = false, chol_hamoed = 'open', memorial = 'open'`,
  )
  await db.sql('delete from schedule_rules')
  await db.sql(
    `insert into schedule_rules (schedule_id, weekday, start_local, end_local)
     select s.id, d, '00:00', '24:00' from schedules s, generate_series(0, 6) d`,
  )
  await db.sql(
    `update appointment_types set durations = '{60}', default_duration = 60, slot_interval = 60, buffer_after = 0`,
  )
  const [type] = await db.sql<{ id: string }>(`select id from appointment_types where slug = 'hekerut'`)
  const typeId = type!.id

  const calendar: { busy: ReadBusyTimes } = { busy: async () => 'none' }
  const readBusyTimes: ReadBusyTimes = (...args) => calendar.busy(...args)
  /** Mails that the functions sent themselves, besides those of the message plan. */
  const sent: ProductMail[] = []
  const mails: Mails<Db> = { send: async (_db, mail) => String(sent.push(mail)) }
  const { invoke } = createFunctions({
    pool: db.authenticator,
    functions: bookingFunctions(readBusyTimes, gateways, mails),
    log: pino({ level: 'silent' }),
  })
  let callers = 0
  /** Calls a function as a visitor with a separate IP. */
  async function call(name: string, input: object, claims: Claims = as.visitor): Promise<Answer> {
    callers += 1
    const caller = { claims, ...(claims.sub !== undefined && { userId: claims.sub }) }
    const request = { caller, ip: `203.0.${callers >> 8}.${callers & 255}`, userAgent: 'test' }
    const output = await invoke(name, input, request).catch((error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    })
    if (output instanceof Refusal)
      return { status: output.status, body: { code: output.code, message: output.message } }
    if (output instanceof Response) return { status: output.status, body: (await output.json()) as Answer['body'] }
    return { status: 200, body: output as Answer['body'] }
  }
  /** The instant of a local hour, the day after tomorrow by default. */
  const hour = (n: number, days = 2) =>
    new Date(Date.parse(`${addDays(dayOf(new Date()), days)}T00:00Z`) + n * 3_600_000).toISOString()
  const visitor = (startsAt: string, more: object = {}) => ({
    typeId,
    startsAt,
    duration: 60,
    name: 'נועה לדוגמה',
    email: 'noa@example.com',
    phone: '050-0000011',
    idempotencyKey: randomUUID(),
    ...more,
  })
  const book = (startsAt: string, more: object = {}) => call('book-appointment', visitor(startsAt, more))
  const change = (set: string) => db.sql(`update appointment_types set ${set} where id = $1`, [typeId])
  return { ids, as, typeId, call, book, visitor, hour, change, calendar, sent }
}
