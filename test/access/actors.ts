// The actors, and names for groups of them.
import type { Verb } from './measure-access.ts'

export const actors = {
  anon: 'a visitor',
  stranger: 'a signed-in user without a role',
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
  everyone: all,
  staff: ['content', 'sales', 'coach', 'admin', 'owner'],
  people: ['sales', 'admin', 'owner'],
  site: ['content', 'admin', 'owner'],
  managers: ['admin', 'owner'],
  clients: ['clientA', 'clientB'],
}

/** The allowed actors per verb; an omitted verb is allowed to none. `~` after a name: some rows only. */
export type Access = Partial<Record<Verb, string>>

/** Parses one word per actor, in order; `~` marks access to some rows only. The last mention of an actor counts. */
export function expand(rule = ''): string[] {
  const found = new Map<Actor, string>()
  for (const word of rule.split(' ').filter(Boolean)) {
    const name = word.replace('~', '')
    for (const actor of groups[name] ?? [name as Actor]) {
      if (!(actor in actors)) throw new Error(`Unknown actor ${name}`)
      found.set(actor, word.endsWith('~') ? `${actor}~` : actor)
    }
  }
  return all.flatMap((actor) => found.get(actor) ?? [])
}
