// E-mail addresses of forms, and a hint about mistyped domains.

/** The normalised lower-case address; undefined if invalid. */
export function parseEmail(text: string): string | undefined {
  const address = text.trim().toLowerCase()
  const isAddress =
    address.length <= 254 &&
    /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(address) &&
    !/^\.|\.\.|\.@/.test(address)
  return isAddress ? address : undefined
}

const domains = 'gmail.com walla.co.il walla.com hotmail.com outlook.com outlook.co.il yahoo.com icloud.com live.com bezeqint.net netvision.net.il 012.net.il 013.net.il zahav.net.il'.split(' ') // prettier-ignore

/** A suggested correction, such as gmail.com for gmial.com. A hint only: the typed address is accepted. */
export function suggestedEmail(address: string): string | undefined {
  const [name, domain = ''] = address.trim().toLowerCase().split('@')
  if (!name || !domain || domains.includes(domain)) return undefined
  const meant = domains.find((known) => isWithinOneEdit(domain, known))
  return meant && `${name}@${meant}`
}

/** Edit distance of one: a letter inserted, deleted or replaced, or two neighbours swapped. */
function isWithinOneEdit(typed: string, meant: string): boolean {
  let start = 0
  while (start < typed.length && typed[start] === meant[start]) start++
  const [rest, meantRest] = [typed.slice(start), meant.slice(start)]
  return (
    rest.slice(1) === meantRest ||
    rest === meantRest.slice(1) ||
    rest.slice(1) === meantRest.slice(1) ||
    (rest[0] === meantRest[1] && rest[1] === meantRest[0] && rest.slice(2) === meantRest.slice(2))
  )
}
