// plan-appointments: conflicts of times that staff plan to book.
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import { refusals } from './booking-labels.ts'
import { type BookingDependencies, readInput } from './booking.server.ts'
import { type SlotFacts, slotInput } from './free-slots.server.ts'
import { type Plan, PlanAppointments } from './plan-appointments.ts'
import { isBusyAt, reasonAt } from './slots/reason-at.ts'
import type { Span } from './slots/slot-rules.ts'

const dayMs = 86_400_000

export const planAppointments = ({ readBusyTimes }: Pick<BookingDependencies, 'readBusyTimes'>) =>
  defineEndpoint({
    name: 'plan-appointments',
    caller: async (db) =>
      (await db.one<{ is: boolean }>(`select public.has_role('owner', 'admin', 'coach', 'sales') as is`)).is,
    as: 'service', // busy times of other types are read; permission to book for the host is checked below
    methods: ['POST'],
    bodyLimit: 5000,
    refusals,
    async fetch(request, { transaction, caller }) {
      const { typeId, duration, starts } = await readInput(request, PlanAppointments)
      const instants = starts.map((start) => Date.parse(start))
      const [from, to] = [Math.min(...instants) - dayMs, Math.max(...instants) + 2 * dayMs]
      const facts = await transaction(async (db) => {
        const [found] = await db.query<{ facts: SlotFacts }>(
          `select slot_facts(t.id, $2, $3) as facts from appointment_types t
           where t.id = $1 and (t.user_id = $4 or exists (
             select from user_roles r where r.user_id = $4 and r.is_active and r.role in ('owner', 'admin', 'sales')))`,
          [typeId, new Date(from), new Date(to), caller.userId],
        )
        if (!found) throw new Refusal('type_gone', 404, refusals.type_gone)
        return found.facts
      })
      const busy: Span[] = []
      let calendar: Plan['calendar'] = 'read'
      // Day by day: the calendar can be queried only for spans of some weeks.
      for (const instant of instants) {
        if (calendar !== 'read') break
        const read = await readBusyTimes(facts.host, instant - dayMs, instant + 2 * dayMs)
        if (typeof read === 'string') calendar = read
        else busy.push(...read)
      }
      const input = slotInput(facts, busy, duration)
      return Response.json({
        meetings: instants.map((start, n) => ({
          startsAt: starts[n]!,
          isTaken: isBusyAt(input, start),
          reason: reasonAt(input, start) ?? null,
        })),
        calendar,
      } satisfies Plan)
    },
  })
