// Colleagues who are named in a note: '@' and their name. The words stay plain text; who is meant is kept beside them.

export type Mentionable = { user_id: string; name: string }

/** What stands between the last '@' and the caret, where a name may be meant; undefined anywhere else. */
export function nameBeingTyped(text: string, caret: number): string | undefined {
  const found = /(?:^|[\s(״"־-])@([^\n@]{0,30})$/u.exec(text.slice(0, caret))
  return found?.[1]
}

/** Colleagues whose name, or one word of it, begins with what was typed. */
export function fitting(people: readonly Mentionable[], typed: string): Mentionable[] {
  const wanted = typed.toLocaleLowerCase('he')
  return people
    .filter(({ name }) => {
      const known = name.toLocaleLowerCase('he')
      return known.startsWith(wanted) || known.split(' ').some((word) => wanted !== '' && word.startsWith(wanted))
    })
    .slice(0, 6)
}

/** The text with the name put in place of what was being typed, and where the caret stands then. */
export function withName(text: string, caret: number, { name }: Mentionable): { text: string; caret: number } {
  const typed = nameBeingTyped(text, caret) ?? ''
  const before = `${text.slice(0, caret - typed.length)}${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}

/** The ids of those whom the text names. The longest name wins where one begins like another. */
export function mentionedIn(text: string, people: readonly Mentionable[]): string[] {
  const found = new Set<string>()
  for (const part of partsOf(text, people)) if (part.person) found.add(part.person.user_id)
  return [...found]
}

/** The text cut where it names somebody. */
export function partsOf(text: string, people: readonly Mentionable[]): { words: string; person?: Mentionable }[] {
  const byLength = people.toSorted((a, b) => b.name.length - a.name.length)
  const parts: { words: string; person?: Mentionable }[] = []
  let rest = text
  let plain = ''
  while (rest) {
    const person = rest.startsWith('@') ? byLength.find(({ name }) => rest.startsWith(`@${name}`)) : undefined
    if (!person) {
      const next = rest.indexOf('@', 1)
      const until = next < 0 ? rest.length : next
      plain += rest.slice(0, until)
      rest = rest.slice(until)
      continue
    }
    if (plain) parts.push({ words: plain })
    plain = ''
    parts.push({ words: `@${person.name}`, person })
    rest = rest.slice(person.name.length + 1)
  }
  if (plain) parts.push({ words: plain })
  return parts
}
