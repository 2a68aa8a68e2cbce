import { expect, test } from 'vitest'
import { isGuessablePassword } from './guessable-passwords.ts'

test.each([
  '123456', '12345678', '123456789', '1234567890', '87654321', '11111111', '12121212', '11223344', '01012000', '0501234567', '054-1234567',
  'password', 'Password1', 'password123', 'P@ssw0rd', 'passw0rd!', 'Passw0rd2024', 'p4ssword1!', 'qwertyui', 'qwerty123', 'Qwerty12345', '1q2w3e4r',
  '1qaz2wsx', 'zaq12wsx', 'qwer1234', 'asdfghjkl', 'abcd1234', 'abcdefgh', 'aaaaaaaa', 'abcabcabc', 'iloveyou', 'iloveyou2', 'sunshine1', 'princess',
  'football1', 'superman', 'batman123', 'michael1', 'jennifer', 'letmein1', 'trustno1', 'welcome1', 'Welcome2026!', 'admin123', 'dragon12', 'monkey12',
  'starwars', 'whatever', 'computer', 'charlie1', 'liverpool1', 'changeme', 'mylove123', 'noa12345', 'סיסמה123', 'סיסמא1234', 'אהבה1234', 'שלום שלום',
  'ישראל2026', 'אבגדהוזח',
])('%s is easy to guess', (password) => expect(isGuessablePassword(password)).toBe(true)) // prettier-ignore

test.each([
  'correct horse battery staple', 'a good one indeed', 'vT9#kq2Lw', 'treasure-island', 'Garlic7tram', 'סוד טוב מאוד', 'גזר עם פלפל', 'k8Zr1pQx',
])('%s is not easy to guess', (password) => expect(isGuessablePassword(password)).toBe(false)) // prettier-ignore
