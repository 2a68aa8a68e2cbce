// Splits a full name.
const titles = /^(ד"ר|ד״ר|דר'|דר׳|פרופ'|פרופ׳|עו"ד|עו״ד|גב'|גב׳|מר)$/

/** First and last name of a full name. The first word is the first name, together with a title before it. */
export function splitName(fullName: string): { first_name: string; last_name: string | null } {
  const parts = fullName.split(' ')
  const firsts = parts.length > 2 && titles.test(parts[0]!) ? 2 : 1
  return { first_name: parts.slice(0, firsts).join(' '), last_name: parts.slice(firsts).join(' ') || null }
}
