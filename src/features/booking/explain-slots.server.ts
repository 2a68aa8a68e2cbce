// explain-slots: diagnosis of a day's slots, for the host, owners and admins.
import { defineEndpoint } from '#kernel/functions/functions.ts'
import { Refusal } from '#kernel/errors.ts'
import { dayIn } from '#lib/time/zoned-time.ts'
import { refusals } from './booking-labels.ts'
import { type BookingDependencies, readInput } from './booking.server.ts'
import { type SlotExplanation, ExplainSlots } from './explain-slots.ts'
import { type SlotFacts, slotInput, type SlotQuery } from './free-slots.server.ts'
import { explainDay } from './slots/explain-day.ts'
import { freeSlots } from './slots/free-slots.ts'

const dayMs = 86_400_000

export const explainSlots = ({ readBusyTimes }: Pick<BookingDependencies, 'readBusyTimes'>) =>
  defineEndpoint({
    name: 'explain-slots',
    caller: async (db) =>
      (await db.one<{ is: boolean }>(`select public.has_role('owner', 'admin', 'coach', 'sales') as is`)).is,
    as: 'service', // busy times of other types are read; the type's host is checked below
    methods: ['POST'],
    bodyLimit: 1000,
    refusals,
    async fetch(request, { transaction, caller }) {
      const { typeId, day } = await readInput(request, ExplainSlots)
      const start = Date.parse(day)
      const query: SlotQuery = { typeId, duration: 0, from: start - dayMs, to: start + 2 * dayMs }
      const { facts, duration } = await transaction(async (db) => {
        const [found] = await db.query<{ facts: SlotFacts; duration: number }>(
          `select slot_facts(t.id, $2, $3) as facts, t.default_duration as duration from appointment_types t
           where t.id = $1 and (t.user_id = $4 or exists (
             select from user_roles r where r.user_id = $4 and r.is_active and r.role in ('owner', 'admin')))`,
          [typeId, new Date(query.from), new Date(query.to), caller.userId],
        )
        if (!found) throw new Refusal('type_gone', 404, refusals.type_gone)
        return found
      })
      const busy = await readBusyTimes(facts.host, query.from, query.to)
      const input = slotInput(facts, typeof busy === 'string' ? [] : busy, duration)
      const free = freeSlots(input, query.from, query.to).filter(
        (slot) => dayIn(input.schedule.zone, slot.start) === day,
      )
      return Response.json({
        isOpen: facts.isOpen,
        calendar: typeof busy === 'string' ? busy : 'read',
        taken: explainDay(input, day),
        free: free.length,
      } satisfies SlotExplanation)
    },
  })
