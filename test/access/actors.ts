// Who there is, and the words for several of them at once.
import type { Verb } from './measure-access.ts'

export const actors = {
  anon: 'a visitor',
  stranger: 'somebody signed in who has no role',
  clientA: 'client A',
  clientB: 'client B',
  content: 'content',
  sales: 'sales',
  coach: 'coach',
  admin: 'admin',
  owner: 'owner',
} as const
export type Actor = keyof typeof actors
const all = Object.keys(actors) as Actor[]

const groups: Record<string, readonly Actor[]> = {
  everybody: all,
  staff: ['content', 'sales', 'coach', 'admin', 'owner'],
  people: ['sales', 'admin', 'owner'],
  site: ['content', 'admin', 'owner'],
  managers: ['admin', 'owner'],
  clients: ['clientA', 'clientB'],
}

/** What is allowed with a table; a verb that is not named is nobody's. `~` after a word: with some of the rows only. */
export type Access = Partial<Record<Verb, string>>

/** One word per actor, in the order of the actors, `~` with some of the rows only. The last word about somebody holds. */
export function expand(words = ''): string[] {
  const found = new Map<Actor, string>()
  for (const word of words.split(' ').filter(Boolean)) {
    const name = word.replace('~', '')
    for (const actor of groups[name] ?? [name as Actor]) {
      if (!(actor in actors)) throw new Error(`Nobody is called ${name}`)
      found.set(actor, word.endsWith('~') ? `${actor}~` : actor)
    }
  }
  return all.flatMap((actor) => found.get(actor) ?? [])
}
