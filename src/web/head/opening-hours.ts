// Opening hours in schema.org's format, parsed from the owner's text. Unrecognized text is omitted.
const days = { א: 'Su', ב: 'Mo', ג: 'Tu', ד: 'We', ה: 'Th', ו: 'Fr' } as const
type WeekdayLetter = keyof typeof days

const form =
  /^(?:(?:ימים|יום|בימים) )?([א-ו])[׳'](?: ?(?:עד|[-–־]) ?([א-ו])[׳'])?,? (\d{1,2}:\d{2}) ?(?:עד|[-–]) ?(\d{1,2}:\d{2})$/

/** `Su-Th 09:00-18:00` for each sentence of the form "ימים א׳ עד ה׳, 9:00 עד 18:00". */
export const openingHours = (hours: string): string[] =>
  hours.split(/[.;\n]/).flatMap((sentence) => {
    const [, from, to, opens, closes] = form.exec(sentence.trim()) ?? []
    if (!from || !opens || !closes) return []
    const range = [from, to].flatMap((letter) => (letter ? [days[letter as WeekdayLetter]] : [])).join('-')
    return [`${range} ${opens.padStart(5, '0')}-${closes.padStart(5, '0')}`]
  })
