// Counts what is clicked on the page of links: which link, on which day, by what source. Of whom, nobody is told.
import { defineFunction } from '#kernel/functions/functions.ts'
import { z } from '#lib/schema.ts'

export const countBioClick = defineFunction({
  name: 'count-bio-click',
  caller: 'anyone',
  as: 'service', // a visitor has no rights on these tables: this is their only door
  // One visitor opens a few links; whoever wants to look popular clicks more.
  perClient: { burst: 30, refillMs: 3_600_000 },
  input: z.object({ link: z.uuid(), source: z.string().max(40) }),
  output: z.object({}),
  async run({ input: { link, source }, db }) {
    await db.query('select count_bio_click($1, $2)', [link, source])
    return {}
  },
})
