// Splits a full name.
const titles = /^(ד"ר|ד״ר|דר'|דר׳|פרופ'|פרופ׳|עו"ד|עו״ד|גב'|גב׳|מר)$/

/** First and last name of a full name. The first word is the first name, together with a title before it. */
export function splitName(fullName: string): { first_name: string; last_name: string | null } {
  const words = fullName.split(' ')
  const firsts = words.length > 2 && titles.test(words[0]!) ? 2 : 1
  return { first_name: words.slice(0, firsts).join(' '), last_name: words.slice(firsts).join(' ') || null }
}
