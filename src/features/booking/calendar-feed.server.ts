// open-calendar-feed: the appointments of a host's private calendar feed.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import { Instant, z } from '#lib/schema.ts'
import { ManageLink } from './booking.ts'
import { appointmentStatuses, locationKinds, refusals } from './booking-labels.ts'

const FeedEntry = z.object({
  rootId: z.uuid(),
  sequence: z.int(),
  title: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  changedAt: Instant,
  status: z.enum(appointmentStatuses),
  locationKind: z.enum(locationKinds),
  locationValue: z.string(),
  joinUrl: z.string().nullable(),
  names: z.array(z.string()).nullable(),
})
export type FeedEntry = z.infer<typeof FeedEntry>

export const openCalendarFeed = defineFunction({
  name: 'open-calendar-feed',
  caller: 'anyone',
  as: 'service', // the feed token authorizes the request
  refusals,
  // Calendar services fetch the feeds of many users from one IP address.
  perClient: { burst: 600, refillMs: 3_600_000 },
  input: ManageLink,
  output: z.array(FeedEntry),
  async run({ input, db }) {
    const { feed } = await db.one<{ feed: unknown }>('select calendar_feed($1) as feed', [input.token])
    if (feed === null) throw new Refusal('link_unknown', 404, refusals.link_unknown)
    return z.array(FeedEntry).parse(feed)
  },
})
