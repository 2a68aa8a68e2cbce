// Functions of booking and of connected calendars.
import { bookAppointment, holdSlot } from '#features/booking/booking.server.ts'
import { openCalendarFeed } from '#features/booking/calendar-feed.server.ts'
import { explainSlots } from '#features/booking/explain-slots.server.ts'
import { exportAppointments } from '#features/booking/export-appointments.server.ts'
import { waitForGroup } from '#features/booking/group-waits/group-waits.server.ts'
import { bookingPage, bookingSlots } from '#features/booking/host-page.server.ts'
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
import { planAppointments } from '#features/booking/plan-appointments.server.ts'
import { renewAppointmentLinks } from '#features/booking/renew-links.server.ts'
import { readCalendarChangesTask } from '#features/calendar/calendar-sync.server.ts'
import { googleCalendarSync } from '#features/calendar/calendar.server.ts'
import { googleCalendarChanges } from '#features/calendar/watch-channel.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { recordConsent, refuseUnknownConsentText, requestMetadata } from '#features/leads/record-consent.server.ts'
import { meetingPayPath, orderMeeting } from '#features/orders/order-meeting.server.ts'
import { enqueue } from '#kernel/jobs/jobs.ts'
import type { DefinedFunction } from '#kernel/functions/functions.ts'
import type { FunctionParts } from './parts.ts'

export const bookingFunctions = ({ calendar, mails, ...parts }: FunctionParts): readonly DefinedFunction[] => [
  bookingPage,
  bookingSlots(parts),
  holdSlot(parts),
  waitForGroup({ matchContact, requestMetadata }),
  bookAppointment({
    ...parts,
    matchContact,
    requestMetadata,
    refuseUnknownConsentText,
    recordConsent,
    orderMeeting: orderMeeting(parts.gateways),
    payPath: meetingPayPath,
    mails,
  }),
  usePackage,
  payLinkedAppointment({ payPath: meetingPayPath }),
  makeBookingLink(parts),
  openBookingLink,
  explainSlots(parts),
  planAppointments(parts),
  openAppointment,
  acceptLinkedAppointment,
  savePreparation,
  cancelLinkedAppointment,
  moveLinkedAppointment(parts),
  addLinkedAttendee,
  leaveLinkedAppointment,
  waitForEarlierHour,
  openCalendarFeed,
  renewAppointmentLinks({ mails, siteUrl: parts.siteUrl }),
  googleCalendarSync(calendar),
  googleCalendarChanges((db) => enqueue(db, readCalendarChangesTask, {}, { key: 'calendar_changes' })),
  exportAppointments,
]
