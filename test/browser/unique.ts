/** A text that no other test uses: all tests of a run share one database. */
export const unique = (text: string) => `${text} ${Array.from({ length: 6 }, letter).join('')}`

/** An address that no other test uses. */
export const uniqueEmail = () => `t${crypto.randomUUID().slice(0, 12)}@example.com`

/** An Israeli mobile number that no other test uses, in international form. */
export const uniquePhone = () =>
  `+97252${String(1_000_000 + (crypto.getRandomValues(new Uint32Array(1))[0]! % 8_999_999))}`

const letters = 'אבגדהוזחטיכלמנסעפצקרשת'
const letter = () => letters[crypto.getRandomValues(new Uint8Array(1))[0]! % letters.length]!
