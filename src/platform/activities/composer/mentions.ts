// Mentions in a note: '@' and a name in plain text; the user ids are stored beside the text.

export type Mentionable = { user_id: string; name: string }

/** The text between the last '@' and the caret, if it can be a name; undefined otherwise. */
export function nameBeingTyped(text: string, caret: number): string | undefined {
  const found = /(?:^|[\s(״"־-])@([^\n@]{0,30})$/u.exec(text.slice(0, caret))
  return found?.[1]
}

/** Colleagues with a name, or a word of it, that starts with the typed text. */
export function matchingColleagues(people: readonly Mentionable[], typed: string): Mentionable[] {
  const query = typed.toLocaleLowerCase('he')
  return people
    .filter(({ name }) => {
      const known = name.toLocaleLowerCase('he')
      return known.startsWith(query) || known.split(' ').some((word) => query !== '' && word.startsWith(query))
    })
    .slice(0, 6)
}

/** The text with the name inserted, and the new caret position. */
export function withName(text: string, caret: number, { name }: Mentionable): { text: string; caret: number } {
  const typed = nameBeingTyped(text, caret) ?? ''
  const before = `${text.slice(0, caret - typed.length)}${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}

/** User ids mentioned in the text. The longest name wins where one is a prefix of another. */
export function mentionedIn(text: string, people: readonly Mentionable[]): string[] {
  const found = new Set<string>()
  for (const part of partsOf(text, people)) if (part.person) found.add(part.person.user_id)
  return [...found]
}

/** Splits the text into mentions and plain parts. */
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
