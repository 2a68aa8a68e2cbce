// Counts clicks of the link-in-bio page by link, day and source, without identifying visitors.
import { defineFunction } from '#kernel/functions/functions.ts'
import { z } from '#lib/schema.ts'

export const countBioClick = defineFunction({
  name: 'count-bio-click',
  caller: 'anyone',
  as: 'service', // visitors have no rights on these tables; this handler is their only way to write
  // Rate limit per visitor: enough for a few links, too low to inflate the counts.
  perClient: { burst: 30, refillMs: 3_600_000 },
  input: z.object({ link: z.uuid(), source: z.string().max(40) }),
  output: z.object({}),
  async run({ input: { link, source }, db }) {
    await db.query('select count_bio_click($1, $2)', [link, source])
    return {}
  },
})
