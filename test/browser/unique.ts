/** A unique text: all tests of a run share one database. */
export const unique = (text: string) => `${text} ${Array.from({ length: 6 }, letter).join('')}`

/** A unique e-mail address. */
export const uniqueEmail = () => `t${crypto.randomUUID().slice(0, 12)}@example.com`

/** A unique Israeli mobile number, in international form. */
export const uniquePhone = () =>
  `+97252${String(1_000_000 + (crypto.getRandomValues(new Uint32Array(1))[0]! % 8_999_999))}`

const letters = 'אבגדהוזחטיכלמנסעפצקרשת'
const letter = () => letters[crypto.getRandomValues(new Uint8Array(1))[0]! % letters.length]!
