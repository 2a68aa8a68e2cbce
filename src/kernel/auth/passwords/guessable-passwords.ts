// Detects guessable passwords: common words, keyboard walks, repetitions, dates and phone numbers.
import { guessableWords } from './guessable-words.ts'

/** Broader than a list of leaked passwords, because a common word with digits around it is guessable, too. */
export function isGuessablePassword(password: string): boolean {
  const typed = password.toLowerCase().replace(/\s+/g, '')
  return isRepetitive(typed) || isDateOrNumber(typed) || isKeyboardWalk(typed) || isGuessableWord(typed)
}

const isRepetitive = (typed: string) => new Set(typed).size <= 3 || /^(.{1,4})\1+$/u.test(typed)

const isDateOrNumber = (typed: string) => /^[\d./+-]{1,13}$/.test(typed)

const rows = [
  ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['1234567890', "/'קראטוןםפ", 'שדגכעיחלך', 'זסבהנמצתץ'],
]
const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'אבגדהוזחטיכלמנסעפצקרשת', '01234567890']

const areNeighbours = (a: string, b: string) =>
  a === b ||
  alphabets.some((letters) => letters.includes(a + b) || letters.includes(b + a)) ||
  rows.some((keyboard) => {
    const [one, other] = [a, b].map((key) => keyboard.findIndex((row) => row.includes(key)))
    if (one! < 0 || other! < 0 || Math.abs(one! - other!) > 1) return false
    return Math.abs(keyboard[one!]!.indexOf(a) - keyboard[other!]!.indexOf(b)) <= 1
  })

/** Whether at most a quarter of the keys are not adjacent to the previous key, as in qwer1234 or 1q2w3e4r. */
function isKeyboardWalk(typed: string) {
  const keys = Array.from(typed)
  const jumps = keys.filter((key, i) => i > 0 && !areNeighbours(keys[i - 1]!, key)).length
  return jumps * 4 <= keys.length
}

const letterOf: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }
const maxAround = 6

/** Whether the password is one or two common words with at most six digits or signs around them. Leet digits count as letters. */
function isGuessableWord(typed: string) {
  return [typed, typed.replace(/[013457@$!]/g, (sign) => letterOf[sign]!), withLeetInside(typed)].some((text) => {
    const word = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
    return Array.from(text).length - Array.from(word).length <= maxAround && isOneOrTwoWords(word)
  })
}

/** Replaces leet digits between letters; trailing digits are a number: p4ssw0rd2024. */
const withLeetInside = (typed: string) =>
  typed.replace(/(?<=\p{L}[013457@$!]{0,3})[013457@$!](?=[013457@$!]{0,3}\p{L})/gu, (sign) => letterOf[sign]!)

const isOneOrTwoWords = (word: string) =>
  guessableWords.has(word) ||
  Array.from({ length: Math.max(0, word.length - 1) }, (_, i) => i + 1).some(
    (cut) => guessableWords.has(word.slice(0, cut)) && guessableWords.has(word.slice(cut)),
  )
